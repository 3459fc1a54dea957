import { isOneOf, selectivityOf, where, type Combination } from '@app/lists';
import { anyOf, sql, type Sql } from '@app/sql';
import { isWithin } from '@app/suburbs';
import { DATES, inDateRange } from './listing-dates.filters.js';
import { matchesFeatures } from './listing-features.filters.js';
import type { ListingsQuery } from './listing.filters.js';
import { FEATURE_FLAGS } from './listing-types.js';

/** Rows to search, under the alias `listing`, and what they must meet. */
export interface Search {
  readonly source: Sql;
  readonly where: Sql;
}

const CURRENT = sql`(SELECT 'current'::listing_status AS status, * FROM current_listings) listing`;

/** What `region_flags` says of every listing of a region. */
const REGION_ALONE = 63;

/**
 * The search among the narrow rows of current listings (ADR 33), where that is the quickest: by region, or without any
 * selective parameter. Undefined where it is not, or where other columns are needed.
 *
 * @param columns those of the narrow rows
 */
export function searchCurrent(query: ListingsQuery, columns: ReadonlySet<string>): Search | undefined {
  if (query.status !== 'current' || query.websiteID !== undefined) return undefined;
  if (selectivityOf(query, (name) => name !== 'region') !== 'low') return undefined;
  const places = query.region ? inRegions(query) : [matchesFeatures(query)];
  if (!places) return undefined;
  // Hundreds of suburbs are looked up by hash, for no index has them.
  const { checked: inState } = isWithin(sql`listing.suburb_id`, { state: query.state });
  const condition = where(query, ...[...places, inState].map((one): Combination => ({ condition: one })), {
    of: DATES,
    condition: inDateRange(query),
  });
  return readsOnly(condition, columns) ? { source: CURRENT, where: condition } : undefined;
}

/** Every region together with the features is looked up in one index; undefined when that has not all of them. */
function inRegions(query: ListingsQuery): (Sql | undefined)[] | undefined {
  if (query.surroundingsuburb || !query.region) return undefined;
  const values: Partial<Record<string, unknown>> = { ...query };
  const given = FEATURE_FLAGS.map((name) => values[name]);
  const bits = given.flatMap((value, bit) => (value === true ? [bit] : []));
  const regions = query.region.map((name) => inRegion(name, bits.length > 0 ? bits : [REGION_ALONE]));
  return [anyOf(regions), given.includes(false) ? matchesFeatures(query) : undefined];
}

/** No listing has a region 0, so a name that is no region finds none. */
const inRegion = (
  name: string,
  bits: readonly number[],
): Sql => sql`region_flags(listing.region_id, listing.flags) @> ARRAY(
  SELECT 64 * coalesce((SELECT id FROM regions region WHERE ${isOneOf('region.name', [name])}), 0) + bit
  FROM unnest(${bits}::int[]) bit)`;

const readsOnly = ({ text }: Sql, columns: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\blisting\.(\w+)/g)].every(([, name = '']) => name === 'status' || columns.has(name));
