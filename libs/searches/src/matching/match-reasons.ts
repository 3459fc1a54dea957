import type { Entry, EntryGroup } from '@app/changes';
import { haveSame, type MatchesRow, type NarrowRow, type RowMatch } from '@app/cache';
import type { MatchReason } from '../dto/search.kinds.js';

/** The change of a listing in one transaction. */
export interface ListingChange {
  readonly group: EntryGroup;
  readonly listingID: number;
  /** The row before the change; null: a new row, or not logged. */
  readonly old: NarrowRow | null;
  /** The row after the change; if it was not logged, the current row. Null: deleted. */
  readonly new: NarrowRow | null;
  /** The status before the change, if it has changed. */
  readonly statusBefore: string | null;
  /** The keys of the listing's suburb. */
  readonly placeKeys: readonly string[];
}

/** A match of a search: a reason, its log entry, and the last log entry that yields no further match. */
export interface Match {
  readonly reason: MatchReason;
  readonly entry: Entry;
  readonly last: Entry;
  /** The former price, if it was shown. */
  readonly was?: number;
  /** For `new`: the listing was on the market before. */
  readonly relisted?: boolean;
  /** The accounts to notify, because their websites may show the listing; undefined: all. */
  readonly sites?: readonly number[];
}

/** The matches of a change. If `isCertain` is false, the current list decides whether the listing matches. */
export interface Matches {
  readonly matches: readonly Match[];
  readonly isCertain: boolean;
}

const NONE: Matches = { matches: [], isCertain: true };

/** Tests a change of a listing by the test of a query. */
export function matchesOf(test: MatchesRow, change: ListingChange): Matches {
  const { group, new: now } = change;
  if (now === null) return NONE;
  const after = test(now);
  if (after === false) return leaves(test, change, now);
  const isCertain = after === true;
  const [first] = group;
  // Covers the whole group; otherwise its other entries would be reported as new again.
  if (hasMatched(test, change, now) === false) {
    return { isCertain, matches: [{ reason: 'new', entry: first, last: group.at(-1) ?? first }] };
  }
  const matches = group.flatMap((entry): Match[] => {
    if (entry.kind === 'status') return [{ reason: 'status', entry, last: entry }];
    // The public sees no change of a hidden price.
    if (entry.kind !== 'price' || now['hides_price'] !== false) return [];
    return [{ reason: 'price', entry, last: entry, ...shownPrice(change.old) }];
  });
  return { isCertain, matches };
}

/** The price before a change, if it was shown. */
function shownPrice(old: NarrowRow | null): Pick<Match, 'was'> {
  const price = old?.['price'];
  return old?.['hides_price'] === false && typeof price === 'number' ? { was: price } : {};
}

/** A listing that matched is sold, leased, withdrawn or on the market again, as far as a website may show it. */
function leaves(test: MatchesRow, change: ListingChange, now: NarrowRow): Matches {
  const { group, statusBefore, old } = change;
  const entry = group.find(({ kind }) => kind === 'status');
  if (!entry || statusBefore === null) return NONE;
  // An unknown result does not count, because the current list no longer contains the listing.
  if (!test(old ?? { ...now, status: statusBefore })) return NONE;
  const sites = now['status'] === 'current' ? undefined : now['shown_by'];
  if (sites !== undefined && !Array.isArray(sites)) return NONE;
  return { isCertain: true, matches: [{ reason: 'status', entry, last: entry, ...(sites && { sites }) }] };
}

/** Whether the listing matched before the change; undefined: unknown, so that it is not reported as new. */
function hasMatched(test: MatchesRow, { group, old, statusBefore }: ListingChange, now: NarrowRow): RowMatch {
  if (group[0].kind === 'created') return false;
  // A transaction with more than 500 changes logs no rows; only the former status is known.
  if (old === null) return statusBefore === null ? undefined : test({ ...now, status: statusBefore });
  const before = test(old);
  return before === undefined && test.columns && haveSame(test.columns, old, now) ? true : before;
}

/** The reason reported for a search; undefined: none. */
export function reasonFor(notify: readonly string[], { reason, relisted }: Match): MatchReason | undefined {
  if (notify.includes(reason)) return reason;
  // Being on the market again also counts as a change of status.
  return relisted && notify.includes('status') ? 'status' : undefined;
}
