import { onColumns } from '@app/lists';
import type { RowTest } from '@app/cache';
import { sql, type Sql } from '@app/sql';
import { bitsOf } from './listing-types.js';

/** All requested features in one condition; false matches every listing without the feature (D21). */
export function matchesFeatures(query: object): Sql | undefined {
  const mask = askedBits(query);
  if (mask === '0') return undefined;
  // True if no requested bit differs. It is written as an upper bound because of the planner's estimate: a third of the
  // rows for a bound, hardly any for an equation.
  return sql`(listing.flags # ${bitsOf(query)}::bigint) & ${mask}::bigint < 1`;
}

/** The same condition on a logged row. */
export function showsFeatures(query: object): RowTest | undefined {
  const mask = BigInt(askedBits(query));
  if (mask === 0n) return undefined;
  const wanted = BigInt(bitsOf(query));
  // Bits beyond the exact numbers of JSON cannot be judged.
  return onColumns(['flags'], ({ flags }) =>
    Number.isSafeInteger(flags) ? ((BigInt(flags as number) ^ wanted) & mask) === 0n : undefined,
  );
}

/** The bits of the features that are asked for, to be there or not. */
const askedBits = (query: object): string => bitsOf(query, (value) => value !== undefined);
