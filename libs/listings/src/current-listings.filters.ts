import {
  isOneOf,
  selectivityAmong,
  where,
  type Combination,
  type Filters,
  type ListQuery,
  type Order,
  type Search,
} from '@app/lists';
import { hasMap, onMap } from '@app/map';
import { anyOf, sql, type Sql } from '@app/sql';
import { isWithin } from '@app/suburbs';
import { DATES, inDateRange } from './listing-dates.filters.js';
import { matchesFeatures } from './listing-features.filters.js';
import type { ListingsQuery } from './listing.filters.js';
import { CURRENT_SORTS } from './listing.sorts.js';
import { FEATURE_FLAGS } from './listing-types.js';
import { listingsToSearch, matchesListing } from './listings-matching.filters.js';

const CURRENT = sql`(SELECT 'current'::listing_status AS status, * FROM current_listings) listing`;

/** What `region_flags` says of every listing of a region. */
const REGION_ALONE = 63;

/** The parameters by which narrow rows are found. */
const PLACES: ReadonlySet<string> = new Set(['region', 'near', 'bbox', 'polygon']);

/**
 * The search among the narrow rows of current listings (ADR 26) by region, and with features of it, or by the map;
 * undefined where other parameters are more selective, or other columns are needed.
 *
 * @param columns those of the narrow rows
 */
export function searchPlaces(query: Filters<ListingsQuery>, columns: ReadonlySet<string>): Search | undefined {
  if (query.region) {
    return query.surroundingsuburb ? undefined : searchCurrent(query, columns, inRegions(query, query.region));
  }
  return hasMap(query) ? searchCurrent(query, columns, [matchesFeatures(query)]) : undefined;
}

/** The search among the narrow rows by any parameters, for those who read all that match. */
export function searchNarrowRows(query: Filters<ListingsQuery>, columns: ReadonlySet<string>): Search | undefined {
  return query.region ? searchPlaces(query, columns) : searchCurrent(query, columns, [matchesFeatures(query)]);
}

/** The rows of a list: narrow rows wherever they have the columns. Only some orders have an index of narrow rows. */
export function searchListings(
  query: ListingsQuery,
  order: Order,
  columns: ReadonlySet<string>,
): Pick<ListQuery, 'search' | 'inOrder'> {
  const all = { from: listingsToSearch(query), where: matchesListing(query) };
  if (query.region || hasMap(query)) {
    return { search: (order.isOfRows ? undefined : searchPlaces(query, columns)) ?? all };
  }
  const narrow = searchNarrowRows(query, columns);
  if (!narrow) return { search: all };
  return CURRENT_SORTS.has(query.sort) ? { search: narrow } : { search: narrow, inOrder: all };
}

function searchCurrent(
  query: Filters<ListingsQuery>,
  columns: ReadonlySet<string>,
  conditions: readonly (Sql | undefined)[],
): Search | undefined {
  if (query.status !== 'current' || query.websiteID !== undefined) return undefined;
  if (selectivityAmong(query, (name) => !PLACES.has(name)) !== 'low') return undefined;
  // Hundreds of suburbs are looked up by hash, for no index has them.
  const { checked: inState } = isWithin(sql`listing.suburb_id`, { state: query.state });
  const condition = where(
    query,
    ...[...conditions, inState].map((one): Combination => ({ condition: one })),
    onMap('listing', query),
    {
      of: DATES,
      condition: inDateRange(query),
    },
  );
  return readsOnly(condition, columns) ? { from: CURRENT, where: condition } : undefined;
}

/** Every region together with its features is looked up in one index. */
function inRegions(query: Filters<ListingsQuery>, names: readonly string[]): (Sql | undefined)[] {
  const values: Partial<Record<string, unknown>> = { ...query };
  const given = FEATURE_FLAGS.map((name) => values[name]);
  const bits = given.flatMap((value, bit) => (value === true ? [bit] : []));
  const regions = names.map((name) => inRegion(name, bits.length > 0 ? bits : [REGION_ALONE]));
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
