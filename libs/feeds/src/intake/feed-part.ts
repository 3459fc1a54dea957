import { listingKey, type ListingKey } from '@app/listings';
import type { FeedListing, RefusedEntry } from '../reaxml/mapping/listing-patch.js';
import { FeedTally } from './feed-report.js';
import type { FeedRunState } from './feed-plan.js';

/** Of what an account has current, a full feed withdraws at most this share: it may have been cut. */
const MOST_WITHDRAWN = 1 / 3;

/** The part of a feed that is of one account, and what became of it. */
export class FeedPart {
  readonly tally: FeedTally;
  private readonly named = new Set<string>();
  /** Whether an entry does not say which listing it is of. */
  isUncertain = false;

  /** @param current of a full feed: what the account had current before it, by `listingKey` */
  constructor(
    file: string,
    readonly state: FeedRunState,
    private readonly current: ReadonlyMap<string, ListingKey> | undefined,
  ) {
    this.tally = new FeedTally(file);
  }

  /** Takes in which listing an entry is of. */
  names({ agentID, uniqueID }: FeedListing | RefusedEntry): void {
    if (uniqueID === '' || agentID === '') this.isUncertain = true;
    else if (this.current) this.named.add(listingKey({ websiteID: this.state.websiteID, agentID, uniqueID }));
  }

  /** The current listings that the feed does not name; or why none of them is withdrawn. */
  get missing(): { readonly keys: readonly ListingKey[]; readonly problem?: string } {
    const { current = new Map<string, ListingKey>() } = this;
    const keys = [...current].flatMap(([key, listing]) => (this.named.has(key) ? [] : listing));
    if (keys.length === 0) return { keys };
    const missing = `${keys.length} of ${current.size} current listings are not in the full feed`;
    if (this.isUncertain)
      return { keys: [], problem: `${missing}, and an entry in it does not say which listing it is of` };
    if (keys.length > current.size * MOST_WITHDRAWN) return { keys: [], problem: `${missing}: more than a third` };
    return { keys };
  }
}
