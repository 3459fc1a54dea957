import {
  AtLeast,
  AtMost,
  ContainsWithin,
  Equals,
  Matches,
  MatchesAny,
  OneOf,
  Parameter,
  ListParameter,
  type Combination,
  type Filters,
} from '@app/lists';
import { amount, anyId, count, day, dayOrInstant, flag, id, text } from '@app/schema';
import { sql } from '@app/sql';
import { isWithin, LocationQuery } from '@app/suburbs';
import { hasAgent, hasAgentSlug, hasAnyAgent } from './listing-agents.filters.js';
import { isAnyType, isNot, ofStatus, onUtcDay, overlaps, saleOrLease, upcoming } from './listing-conditions.filters.js';
import type { DATE_COLUMNS } from './listing-dates.filters.js';
import { flagWords } from './listing-parts.fields.js';
import type { ListingSort } from './listing.sorts.js';
import { baseDate, listingSort, listingStatusFilter, listingType, saleOrLeaseOnly } from './listing.kinds.js';
import { FEATURE_FLAGS } from './listing-types.js';

const words = text(200);

/** The expression of the trigram index. */
const TEXTS = "(listing.full_address || E'\\n' || listing.street)";

/** The parameters of the list of listings; the feature flags are added below. */
export class ListingsQuery extends LocationQuery {
  @Matches(listingStatusFilter, 'Status of the listing; `all` finds listings of every status.', ofStatus, {
    initial: 'current',
    leadsIndexes: true,
  })
  status?: string;

  @MatchesAny(listingType, 'Type of the listing.', isAnyType, {
    example: 'residential',
    leadsIndexes: true,
  })
  listingType?: string[];

  @Equals('listing.id', id, 'Numeric id of the listing.', { example: 7001, selectivity: 'high' })
  id?: number;

  @MatchesAny(anyId, 'Listings that are left out of the list, by numeric id or object identifier (`_id`).', isNot, {
    example: '7001',
  })
  excludeids?: (number | string)[];

  @Equals('listing.bedrooms', count, 'Exact number of bedrooms; 0 is a studio. Unknown numbers do not match.', {
    example: 3,
  })
  bedrooms?: number;

  @Equals('listing.bathrooms', count, 'Exact number of bathrooms. Unknown numbers do not match.', {
    example: 2,
  })
  bathrooms?: number;

  @Equals('listing.car_spaces', count, 'Exact number of car spaces. Unknown numbers do not match.', { example: 1 })
  carspaces?: number;

  @AtLeast('listing.bedrooms', count, 'Lowest number of bedrooms, inclusive.', { example: 2 })
  minbedrooms?: number;

  @AtMost('listing.bedrooms', count, 'Highest number of bedrooms, inclusive.', { example: 4 })
  maxbedrooms?: number;

  @AtLeast('listing.bathrooms', count, 'Lowest number of bathrooms, inclusive.', { example: 1 })
  minbathrooms?: number;

  @AtMost('listing.bathrooms', count, 'Highest number of bathrooms, inclusive.', { example: 2 })
  maxbathrooms?: number;

  @AtLeast('listing.car_spaces', count, 'Lowest number of car spaces, inclusive.', { example: 1 })
  mincarspaces?: number;

  @AtMost('listing.car_spaces', count, 'Highest number of car spaces, inclusive.', { example: 2 })
  maxcarspaces?: number;

  @Equals('listing.garages', count, 'Exact number of garage spaces.', { example: 1 })
  garages?: number;

  @Equals('listing.carports', count, 'Exact number of carport spaces.', { example: 1 })
  carports?: number;

  @Equals('listing.open_spaces', count, 'Exact number of open car spaces.', { example: 1 })
  openSpaces?: number;

  @Equals('listing.ensuite', count, 'Exact number of ensuite bathrooms.', { example: 1 })
  ensuite?: number;

  @Equals('listing.toilets', count, 'Exact number of toilets.', { example: 2 })
  toilets?: number;

  @Equals('listing.living_areas', count, 'Exact number of living areas.', { example: 2 })
  livingAreas?: number;

  @OneOf('listing.category', words, 'Category of a residential or rental property. Exact, not case-sensitive.', {
    example: 'House',
  })
  category?: string[];

  @MatchesAny(
    words,
    'Category of a business for sale. Exact, not case-sensitive.',
    (names) => overlaps('listing.business_categories', names),
    { example: 'Food/Hospitality' },
  )
  businessCategory?: string[];

  @MatchesAny(
    words,
    'Category of a commercial property. Exact, not case-sensitive.',
    (names) => overlaps('listing.commercial_categories', names),
    { example: 'Offices' },
  )
  commercialCategory?: string[];

  @OneOf('listing.land_category', words, 'Category of land. Exact, not case-sensitive.', { example: 'Residential' })
  landCategory?: string[];

  @OneOf('listing.rural_category', words, 'Category of a rural property. Exact, not case-sensitive.', {
    example: 'Livestock',
  })
  ruralCategory?: string[];

  @Matches(
    saleOrLeaseOnly,
    'Whether a commercial property is for sale or for lease. Listings that are both are found by either value.',
    saleOrLease,
    { example: 'lease' },
  )
  commercialListingType?: string;

  @AtLeast(
    'listing.price',
    amount,
    'Lowest price in Australian dollars, inclusive: the rent of a rental or of a commercial lease without a sale price, else `price.value`. Listings without a price are not found.',
    { example: 500_000 },
  )
  minPrice?: number;

  @AtMost(
    'listing.price',
    amount,
    'Highest price in Australian dollars, inclusive; see `minPrice`. Listings without a price are not found.',
    { example: 1_500_000 },
  )
  maxPrice?: number;

  @Equals('listing.unique_id', words, 'Identifier of the listing in the system of the agency. Exact, case-sensitive.', {
    example: 'ABC123',
    selectivity: 'high',
  })
  uniqueID?: string;

  @MatchesAny(
    words,
    'Identifier of the listing in the system of the agency. Exact, case-sensitive.',
    (ids) => sql`listing.unique_id = ANY(${ids}::text[])`,
    { example: 'ABC123', selectivity: 'high' },
  )
  uniqueIDs?: string[];

  @Equals(
    'listing.agent_id',
    words,
    'Office of the agency that the listing came from (`agentID` of the feed). Exact, case-sensitive.',
    { example: 'HARB1', selectivity: 'medium' },
  )
  agentID?: string;

  @Parameter(
    id,
    'Numeric id of the account of the listing. For a sub-account, also the listings of its main account that it shows (`subsiteDetails`).',
    { example: 12, selectivity: 'high' },
  )
  websiteID?: number;

  @Matches(
    words,
    'An agent of the listing: the numeric id of the agent, or part of the name. Not case-sensitive.',
    hasAgent,
    { example: 'citizen', selectivity: 'medium' },
  )
  agent?: string;

  @MatchesAny(
    words,
    'An agent of the listing: the whole slug or the whole name of the agent. Not case-sensitive.',
    hasAnyAgent,
    { example: 'jane-citizen', selectivity: 'high' },
  )
  agents?: string[];

  @Matches(words, 'An agent of the listing: the whole slug of the agent. Not case-sensitive.', hasAgentSlug, {
    example: 'jane-citizen',
    selectivity: 'high',
  })
  agentSlug?: string;

  @ContainsWithin(TEXTS, 'listing.full_address', words, 'Part of the full address. Not case-sensitive.', {
    example: '39 main',
  })
  address?: string;

  @ContainsWithin(TEXTS, 'listing.street', words, 'Part of the name of the street. Not case-sensitive.', {
    example: 'main',
  })
  street?: string;

  @Parameter(
    flag,
    'True: also finds listings in the suburbs around those that `suburb`, `fullSuburb`, `postcode`, `region` or `areaname` find; `state` still limits the result. Has no effect without one of these.',
    { example: true },
  )
  surroundingsuburb?: boolean;

  @Matches(
    flag,
    'True: has an inspection that ends in the future. False: has none.',
    (has) => upcoming('listing.inspections_until', has),
    { volatile: true },
  )
  isInspections?: boolean;

  @Matches(flag, 'True: has an auction in the future. False: has none.', (has) => upcoming('listing.auction_at', has), {
    volatile: true,
  })
  isAuctions?: boolean;

  @Equals('listing.is_off_market', flag, 'Whether the listing is off the market.')
  isOffMarket?: boolean;

  @Parameter(
    baseDate,
    'The date that `datefrom`, `dateto` and `dates` are compared with: an inspection (any that overlaps), the auction, the last change (`updatedAt`), or the date from which a rental is available.',
    { initial: 'updatedAt' },
  )
  baseDate: keyof typeof DATE_COLUMNS;

  @Parameter(
    dayOrInstant,
    'First date, inclusive. A date without a time is a day in the time zone of the listing, and a UTC day for `updatedAt`.',
    { example: '2026-03-01' },
  )
  datefrom?: string;

  @Parameter(
    dayOrInstant,
    'Last date, inclusive. A date without a time is a day in the time zone of the listing, and a UTC day for `updatedAt`.',
    { example: '2026-03-31T9:5:0Z' },
  )
  dateto?: string;

  @ListParameter(day, 'Single days, in the time zone of the listing; UTC days for `updatedAt`.', {
    example: '2026-03-07',
  })
  dates?: string[];

  @Matches(day, 'The listing was last changed on this UTC day.', (on) => onUtcDay('listing.updated_at', on), {
    example: '2026-03-07',
  })
  updatedAt?: string;

  @Matches(day, 'The listing was created on this UTC day.', (on) => onUtcDay('listing.created_at', on), {
    example: '2026-03-07',
  })
  createdAt?: string;

  @Parameter(
    listingSort,
    'Order of the list: by the date from which a rental is available, by address, by the date of the first listing (`newest`, `oldest`), or by price. Listings without the date or the price come last.',
    { initial: 'newest' },
  )
  sort: ListingSort;
}

/** The location of the listing, including surrounding suburbs on request (D27). */
export const inLocation = (query: Filters<ListingsQuery>): Combination =>
  isWithin(sql`listing.suburb_id`, query, query.surroundingsuburb);

for (const name of FEATURE_FLAGS) {
  const description = `Whether the property has this feature: ${flagWords(name)}. False finds listings without it.`;
  Parameter(flag, description, { example: true })(ListingsQuery.prototype, name);
}
