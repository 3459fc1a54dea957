import { hash } from 'node:crypto';
import { listingKey, type ListingKey } from '@app/listings';
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
  /** Identifies these listings; empty if there are none. */
  readonly refused: string;
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

  /** @param refusedBefore `refused` of the last full feed of the account, if it was the same file */
  missing(refusedBefore: string): MissingListings {
    const { count, missing } = this.named.covered;
    const words = `${missing.length} of ${count} current listings are not in the full feed`;
    const none = { keys: [], unconfirmed: 0, refused: '' };
    if (missing.length > 0 && this.isUncertain)
      return { ...none, problem: `${words}, and an entry in it does not say which listing it is of` };
    const refused = hash('sha256', missing.map(listingKey).toSorted().join('\n'));
    const isConfirmed = missing.length <= (this.scope.confirm ?? 0) || (count < SMALL && refused === refusedBefore);
    if (isConfirmed || missing.length <= count * MOST_WITHDRAWN) return { ...none, keys: missing };
    return { keys: [], unconfirmed: missing.length, refused, problem: `${words}: more than a third` };
  }
}
