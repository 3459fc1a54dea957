import {
  isListed,
  ofList,
  ofConditions,
  where,
  type Filters,
  type Order,
  type ShownPage,
  hasLocalMap,
  isOnMap,
  onMap,
  selectivityAmong,
  type Combination,
  type ListQuery,
  type Search,
  hasMap,
} from '@app/lists';
import { dependsOn, either, ofIds, type CacheDependencies, type MatchesRow } from '@app/cache';
import { raw, sql, type Sql } from '@app/sql';
import { ofPlaces, isWithin } from '@app/suburbs';
import { keysNaming, namesState } from '@app/address';
import { shownBy, matchesFeatures, showsFeatures } from './listing-conditions.filters.js';
import { DATES, inDateRange, isDated } from './listing-dates.filters.js';
import { FLAG_BITS } from '../dto/listing.kinds.js';
import { inLocation, isLocated, type ListingsQuery } from './listing.filters.js';
import { CURRENT_SORTS } from './listing.sorts.js';

/** The rows to search, as `listing`: all of them, or those that an account shows. */
export function listingsToSearch(query: Filters<ListingsQuery>): Sql {
  if (query.websiteID !== undefined) return shownBy(query.websiteID);
  return query.status === 'all' && hasLocalMap(query) ? CURRENT_AND_FORMER : sql`listings listing`;
}

/** All listings, in two parts that have an index of places each. */
const CURRENT_AND_FORMER = raw(`(
  SELECT * FROM listings WHERE status = 'current' UNION ALL SELECT * FROM listings WHERE status <> 'current') listing`);

/** One of these rows matches every other filter. */
export const matchesListing = (query: Filters<ListingsQuery>): Sql =>
  where(
    query,
    inLocation(query),
    onMap('listing', query),
    { of: DATES, condition: inDateRange(query) },
    { of: [...FLAG_BITS.keys()], condition: matchesFeatures(query) },
  );

/** The conditions of several parameters on a logged row. */
const testsOf = (query: Filters<ListingsQuery>): (MatchesRow | undefined)[] => [
  isLocated(query),
  isOnMap(query),
  isDated(query),
  showsFeatures(query),
];

/** Whether a logged row meets `matchesListing`; undefined: every row does. */
export const matchesLogged = (query: Filters<ListingsQuery>): MatchesRow | undefined =>
  isListed(query, 'listing', ...testsOf(query));

/** What these rows depend on, and what is shown of them: a page, in an order (ADR 20). */
export const listDependencies = (
  query: Filters<ListingsQuery>,
  order: Pick<Order, 'columns'>,
  page: ShownPage,
): CacheDependencies =>
  dependsOn({
    listing: ofList('listing', { query, order }, page, ...testsOf(query)),
    account: either(ofIds(page.others.account), ofConditions(query, 'account')),
    agent: either(ofIds(page.others.agent), ofConditions(query, 'agent')),
    suburb: either(ofPlaces(query, query.surroundingsuburb), ofConditions(query, 'suburb')),
  });

const CURRENT = sql`(SELECT 'current'::listing_status AS status, * FROM current_listings) listing`;

/** The flag in `region_flags` of every listing of a region. */
const REGION_ALONE = 63;

/** The parameters that find narrow rows. */
const PLACES: ReadonlySet<string> = new Set(['region', 'near', 'bbox', 'polygon']);

/**
 * The search in the narrow rows of current listings (ADR 21) by region with features, or by the map; undefined if other
 * parameters are more selective, or other columns are needed.
 *
 * @param columns the columns of the narrow rows
 */
function searchPlaces(query: Filters<ListingsQuery>, columns: ReadonlySet<string>): Search | undefined {
  if (query.region) {
    return query.surroundingsuburb ? undefined : searchCurrent(query, columns, inRegions(query, query.region));
  }
  return hasMap(query) ? searchCurrent(query, columns, [matchesFeatures(query)]) : undefined;
}

/** The search in the narrow rows by any parameters, for readers of all matching rows. */
export function searchNarrowRows(query: Filters<ListingsQuery>, columns: ReadonlySet<string>): Search | undefined {
  return query.region ? searchPlaces(query, columns) : searchCurrent(query, columns, [matchesFeatures(query)]);
}

/** The rows of a list: narrow rows if they have the columns. Only some sort orders have an index on narrow rows. */
export function searchListings(
  query: ListingsQuery,
  order: Order,
  columns: ReadonlySet<string>,
): Pick<ListQuery, 'search' | 'inOrder'> {
  const all = { from: listingsToSearch(query), where: matchesListing(query) };
  if (query.region || hasMap(query)) {
    return { search: (order.isOfRows ? undefined : searchPlaces(query, columns)) ?? all };
  }
  const inOrder = startingAt(all, query);
  const narrow = searchNarrowRows(query, columns);
  if (!narrow) return { search: all, inOrder };
  return CURRENT_SORTS.has(query.sort) ? { search: narrow } : { search: narrow, inOrder };
}

/** In an order by price, with a start for its index: no range begins further below its end than the widest one. */
function startingAt(search: Search, { minPrice: least, sort }: ListingsQuery): Search {
  if (least === undefined || least < 1 || !sort.startsWith('price-')) return search;
  // A little less, for rounding.
  const widest = sql`(SELECT 1.000001 * coalesce(max(
    CASE WHEN price >= 1 AND price_to <= 1e12 THEN price_to / price ELSE 'Infinity' END), 1)
    FROM listings WHERE price_to IS NOT NULL)`;
  return { ...search, where: sql`${search.where} AND listing.price >= ${least} / ${widest}` };
}

function searchCurrent(
  query: Filters<ListingsQuery>,
  columns: ReadonlySet<string>,
  conditions: readonly (Sql | undefined)[],
): Search | undefined {
  if (query.status !== 'current' || query.websiteID !== undefined) return undefined;
  if (selectivityAmong(query, (name) => !PLACES.has(name)) !== 'low') return undefined;
  // A hash look-up of hundreds of suburbs: no index contains them.
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

/** One index contains each region with its features. */
function inRegions(query: Filters<ListingsQuery>, names: readonly string[]): (Sql | undefined)[] {
  const values: Partial<Record<string, unknown>> = { ...query };
  const given = [...FLAG_BITS].map(([name, bit]) => ({ bit, value: values[name] }));
  const bits = given.flatMap(({ bit, value }) => (value === true ? [bit] : []));
  const keys = names.flatMap((name) => keysNaming('region', name));
  // Several states may have a region of this name.
  const { checked } = isWithin(sql`listing.suburb_id`, { region: [...names] });
  return [
    ...(bits.length > 0 ? bits : [REGION_ALONE]).map((bit) => inRegion(keys, bit)),
    names.some(namesState) ? checked : undefined,
    given.some(({ value }) => value === false) ? matchesFeatures(query) : undefined,
  ];
}

const inRegion = (
  keys: readonly string[],
  bit: number,
): Sql => sql`region_flags(listing.region_id, listing.flags) && ARRAY(
  SELECT 64 * region.id + ${bit}::int FROM regions region WHERE region.place_keys && ${keys}::text[])`;

const readsOnly = ({ text }: Sql, columns: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\blisting\.(\w+)/g)].every(([, name = '']) => name === 'status' || columns.has(name));
