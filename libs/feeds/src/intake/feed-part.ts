import { type ListingKey } from '@app/listings';
import type { FeedListing, RefusedEntry } from '@app/reaxml';
import type { FeedRunState } from './feed-agents.writer.js';
import { FeedTally } from './feed-report.js';
import { NamedListings, type FeedScope, type Home } from './feed-scope.js';

/** A full feed withdraws at most this share of the listings that it speaks for, because it may be truncated. */
const MOST_WITHDRAWN = 1 / 3;
/** An account with fewer listings may lose all of them with a second identical file. */
const SMALL = 10;

/** The current listings that a full feed does not name. */
export interface MissingListings {
  /** Those to withdraw. */
  readonly keys: readonly ListingKey[];
  /** The number of listings that are not withdrawn without a confirmation. */
  readonly unconfirmed: number;
  readonly problem?: string;
}

/** The part of a feed that belongs to one account, with its results. */
export class FeedPart {
  readonly tally: FeedTally;
  readonly named: NamedListings;
  readonly state: FeedRunState;
  /** New listings at the addresses of current ones that the feed has not named so far. */
  readonly twins: ListingKey[] = [];
  /** Whether an entry does not identify its listing. */
  isUncertain = false;

  /** @param current the current listings of the account before a full feed, by `listingKey`; empty for other feeds */
  constructor(
    file: string,
    state: Omit<FeedRunState, 'named'>,
    private readonly scope: FeedScope,
    current: ReadonlyMap<string, Home>,
  ) {
    this.tally = new FeedTally(file);
    this.named = new NamedListings(state.websiteID, scope, current);
    this.state = scope.match === 'address' ? { ...state, named: this.named } : state;
  }

  /** Records the listing that an entry names. */
  names(entry: FeedListing | RefusedEntry): void {
    if (entry.uniqueID === '' || entry.agentID === '') this.isUncertain = true;
    else this.named.add(entry);
  }

  /** @param refused the number of listings that the last full feed of the account did not withdraw, if it was the same file */
  missing(refused: number): MissingListings {
    const { count, missing } = this.named.covered;
    const words = `${missing.length} of ${count} current listings are not in the full feed`;
    if (missing.length > 0 && this.isUncertain)
      return { keys: [], unconfirmed: 0, problem: `${words}, and an entry in it does not say which listing it is of` };
    const confirmed = Math.max(this.scope.confirm ?? 0, count < SMALL ? refused : 0);
    if (missing.length <= Math.max(count * MOST_WITHDRAWN, confirmed)) return { keys: missing, unconfirmed: 0 };
    return { keys: [], unconfirmed: missing.length, problem: `${words}: more than a third` };
  }
}
