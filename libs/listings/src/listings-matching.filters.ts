import { where, type Filters } from '@app/lists';
import { sql, type Sql } from '@app/sql';
import { shownBy } from './listing-conditions.filters.js';
import { DATES, inDateRange } from './listing-dates.filters.js';
import { matchesFeatures } from './listing-features.filters.js';
import { FEATURE_FLAGS } from './listing-types.js';
import { inLocation, type ListingsQuery } from './listing.filters.js';

/** The rows to search, as `listing`: all of them, or those that an account shows. */
export const listingsToSearch = ({ websiteID }: Filters<ListingsQuery>): Sql =>
  websiteID === undefined ? sql`listings listing` : shownBy(websiteID);

/** One of these rows matches every other filter. */
export const matchesListing = (query: Filters<ListingsQuery>): Sql =>
  where(
    query,
    inLocation(query),
    { of: DATES, condition: inDateRange(query) },
    { of: FEATURE_FLAGS, condition: matchesFeatures(query) },
  );
