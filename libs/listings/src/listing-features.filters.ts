import { onColumns } from '@app/lists';
import type { MatchesRow } from '@app/cache';
import { sql, type Sql } from '@app/sql';
import { bitsOf } from './listing-types.js';

/** All requested features in one condition; `false` matches every listing without the feature (D21). */
export function matchesFeatures(query: object): Sql | undefined {
  const mask = askedBits(query);
  if (mask === '0') return undefined;
  // True if no requested bit differs. An upper bound, because of the planner's estimate: a third of the rows for a
  // bound, hardly any for an equation.
  return sql`(listing.flags # ${bitsOf(query)}::bigint) & ${mask}::bigint < 1`;
}

/** The same condition on a logged row. */
export function showsFeatures(query: object): MatchesRow | undefined {
  const mask = BigInt(askedBits(query));
  if (mask === 0n) return undefined;
  const wanted = BigInt(bitsOf(query));
  // The result is unknown for bits beyond the exact numbers of JSON.
  return onColumns(['flags'], ({ flags }) =>
    Number.isSafeInteger(flags) ? ((BigInt(flags as number) ^ wanted) & mask) === 0n : undefined,
  );
}

/** The bits of the requested features, true or false. */
const askedBits = (query: object): string => bitsOf(query, (value) => value !== undefined);
