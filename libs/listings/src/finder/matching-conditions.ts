import type { Recipient } from '@app/http';
import { isListed, isOnMap, onMap, whereFor, type Combination, type Filters } from '@app/lists';
import type { MatchesRow } from '@app/cache';
import type { Sql } from '@app/sql';
import { isPlaced, isStateOnly, isWithin } from '@app/suburbs';
import { matchesFeatures, showsFeatures } from '../filters/listing.conditions.js';
import { DATES, inDateRange, isDated } from '../filters/date.conditions.js';
import { FLAG_BITS } from '../dto/listing.kinds.js';
import type { ListingsQuery } from '../filters/listings.query.js';
import { col } from './listing-columns.js';

/** The listings that match a query. @param recipient determines the hidden words by which they are found */
export const matchesListing = (query: Filters<ListingsQuery>, recipient: Recipient): Sql =>
  matchesIn(isWithin(col('suburb_id'), query, query.surroundingsuburb), query, recipient);

/** As `matchesListing`, for statements that read all rows: the suburbs of a state are looked up by hash. */
export function matchesEvery(query: Filters<ListingsQuery>, recipient: Recipient): Sql {
  const place = isWithin(col('suburb_id'), query, query.surroundingsuburb);
  return matchesIn(isStateOnly(query) ? { ...place, condition: place.checked } : place, query, recipient);
}

// Surrounding suburbs are included on request (D27).
const matchesIn = (place: Combination, query: Filters<ListingsQuery>, recipient: Recipient): Sql =>
  whereFor(recipient, query, place, onMap('listing', query), inDates(query), {
    of: [...FLAG_BITS.keys()],
    condition: matchesFeatures(query),
  });

export const inDates = (query: Filters<ListingsQuery>): Combination => ({ of: DATES, condition: inDateRange(query) });

/** The tests of conditions with several parameters on a logged row. */
export const testsOf = (query: Filters<ListingsQuery>): (MatchesRow | undefined)[] => [
  isPlaced(query, query.surroundingsuburb),
  isOnMap(query),
  isDated(query),
  showsFeatures(query),
];

/** Whether a logged row meets `matchesListing`; undefined: every row does. */
export const matchesLogged = (query: Filters<ListingsQuery>): MatchesRow | undefined =>
  isListed(query, 'listing', ...testsOf(query));
