import { sql, type Sql } from '@app/sql';
import { bitsOf, FEATURE_FLAGS } from './listing-types.js';

/** The features that are asked for, in one condition; false matches every listing that does not have it (D21). */
export function matchesFeatures(query: object): Sql | undefined {
  const given = query as Record<string, unknown>; // flags are looked up in it
  const asked = FEATURE_FLAGS.filter((name) => given[name] !== undefined);
  if (asked.length === 0) return undefined;
  const mask = bitsOf(Object.fromEntries(asked.map((name) => [name, true])));
  // None of the bits that are asked for differs. As a bound, which the planner takes for met by a third of all: it knows
  // nothing of bits, and would take an equation for met by hardly any.
  return sql`(listing.flags # ${bitsOf(query)}::bigint) & ${mask}::bigint < 1`;
}
