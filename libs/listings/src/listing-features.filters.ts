import { sql, type Sql } from '@app/sql';
import { bitsOf, FEATURE_FLAGS } from './listing-types.js';

/** All requested features in one condition; false matches every listing without the feature (D21). */
export function matchesFeatures(query: object): Sql | undefined {
  const given = query as Record<string, unknown>; // flags are looked up by name
  const asked = FEATURE_FLAGS.filter((name) => given[name] !== undefined);
  if (asked.length === 0) return undefined;
  const mask = bitsOf(Object.fromEntries(asked.map((name) => [name, true])));
  // True if no requested bit differs. It is written as an upper bound because of the planner's estimate: a third of the
  // rows for a bound, hardly any for an equation.
  return sql`(listing.flags # ${bitsOf(query)}::bigint) & ${mask}::bigint < 1`;
}
