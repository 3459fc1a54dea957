import type { Entry, EntryGroup } from '@app/changes';
import { haveSame, type MatchesRow, type NarrowRow, type RowMatch } from '@app/cache';
import type { MatchReason } from '../dto/search.kinds.js';

/** The change of a listing in one transaction. */
export interface ListingChange {
  readonly group: EntryGroup;
  readonly listingID: number;
  /** The row before the change; null: a new row, or it is not logged. */
  readonly old: NarrowRow | null;
  /** The row after the change; of a change that is not logged, the row as it is now. Null: it is deleted. */
  readonly new: NarrowRow | null;
  /** The status before, if it has changed. */
  readonly statusBefore: string | null;
  /** The keys of its suburb. */
  readonly placeKeys: readonly string[];
}

/** A match of a search: a reason, its entry in the log, and the last entry that gives no other match. */
export interface Match {
  readonly reason: MatchReason;
  readonly entry: Entry;
  readonly last: Entry;
  /** The former price, as far as it was shown. */
  readonly was?: number;
  /** `new`, of a listing that was on the market before. */
  readonly relisted?: boolean;
  /** The accounts whose searches are told, because their websites may show it; undefined: all. */
  readonly sites?: readonly number[];
}

/** The matches of a change; `isCertain`: false if the present list decides whether the listing matches. */
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
  // The whole group: its other entries would be told as new again.
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

/** A listing that matched is sold, leased or withdrawn, or is on the market again: as far as a website may show it. */
function leaves(test: MatchesRow, change: ListingChange, now: NarrowRow): Matches {
  const { group, statusBefore, old } = change;
  const entry = group.find(({ kind }) => kind === 'status');
  if (!entry || statusBefore === null) return NONE;
  // Not where it is unknown: the present list does not have it any more.
  if (!test(old ?? { ...now, status: statusBefore })) return NONE;
  const sites = now['status'] === 'current' ? undefined : now['shown_by'];
  if (sites !== undefined && !Array.isArray(sites)) return NONE;
  return { isCertain: true, matches: [{ reason: 'status', entry, last: entry, ...(sites && { sites }) }] };
}

/** Whether the listing matched before the change; undefined: unknown, and no reason to tell of it as new. */
function hasMatched(test: MatchesRow, { group, old, statusBefore }: ListingChange, now: NarrowRow): RowMatch {
  if (group[0].kind === 'created') return false;
  // With more than 500 changes in a transaction no rows are logged: the former status alone is known.
  if (old === null) return statusBefore === null ? undefined : test({ ...now, status: statusBefore });
  const before = test(old);
  return before === undefined && test.columns && haveSame(test.columns, old, now) ? true : before;
}

/** The reason of a match for a search; undefined: it is not told. */
export function reasonFor(notify: readonly string[], { reason, relisted }: Match): MatchReason | undefined {
  if (notify.includes(reason)) return reason;
  // On the market again is a status as well.
  return relisted && notify.includes('status') ? 'status' : undefined;
}
