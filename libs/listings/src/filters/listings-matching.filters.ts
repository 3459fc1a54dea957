import {
  ofList,
  ofConditions,
  where,
  type Filters,
  type Order,
  type ShownPage,
  hasLocalMap,
  isOnMap,
  onMap,
} from '@app/lists';
import { dependsOn, either, ofIds, type CacheDependencies, type MatchesRow } from '@app/cache';
import { raw, sql, type Sql } from '@app/sql';
import { ofPlaces } from '@app/suburbs';
import { shownBy, matchesFeatures, showsFeatures } from './listing-conditions.filters.js';
import { DATES, inDateRange, isDated } from './listing-dates.filters.js';
import { FLAG_BITS } from '../dto/listing-types.js';
import { inLocation, isLocated, type ListingsQuery } from './listing.filters.js';

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
export const testsOf = (query: Filters<ListingsQuery>): (MatchesRow | undefined)[] => [
  isLocated(query),
  isOnMap(query),
  isDated(query),
  showsFeatures(query),
];

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
