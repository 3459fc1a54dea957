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
}

/** A match of a search: a reason, its entry in the log, and the last entry that gives no other match. */
export interface Match {
  readonly reason: MatchReason;
  readonly entry: Entry;
  readonly last: Entry;
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
  const after = now !== null && test(now);
  if (now === null || after === false) return NONE;
  const isCertain = after === true;
  const [first] = group;
  // The whole group: its other entries would be told as new again.
  if (hasMatched(test, change, now) === false) {
    return { isCertain, matches: [{ reason: 'new', entry: first, last: group.at(-1) ?? first }] };
  }
  const matches = group.flatMap((entry): Match[] => {
    const { kind } = entry;
    // The public sees no change of a hidden price.
    const isTold = kind === 'status' || (kind === 'price' && now['hides_price'] === false);
    return isTold ? [{ reason: kind, entry, last: entry }] : [];
  });
  return { isCertain, matches };
}

/** Whether the listing matched before the change; undefined: unknown, and no reason to tell of it as new. */
function hasMatched(test: MatchesRow, { group, old, statusBefore }: ListingChange, now: NarrowRow): RowMatch {
  if (group[0].kind === 'created') return false;
  // With more than 500 changes in a transaction no rows are logged: the former status alone is known.
  if (old === null) return statusBefore === null ? undefined : test({ ...now, status: statusBefore });
  const before = test(old);
  return before === undefined && test.columns && haveSame(test.columns, old, now) ? true : before;
}
