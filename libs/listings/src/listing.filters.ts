import {
  AtLeast,
  AtMost,
  ContainsWithin,
  Equals,
  fold,
  Matches,
  MatchesAny,
  OneOf,
  Parameter,
  ListParameter,
} from '@app/lists';
import { amount, anyId, count, day, dayOrInstant, flag, id, named, oneOf, text } from '@app/schema';
import { allOf, raw, sql, type Sql } from '@app/sql';
import { isWithin, LocationQuery } from '@app/suburbs';
import { hasAgent, hasAgentSlug, hasAnyAgent } from './listing-agents.filters.js';
import { BASE_DATES, DATE_COLUMNS, endOf, startOf } from './listing-dates.filters.js';
import { flagWords } from './listing-parts.fields.js';
import { LISTING_SORTS } from './listing.sorts.js';
import { listingType } from './listing.kinds.js';
import { FEATURE_FLAGS, LISTING_STATUSES } from './listing-types.js';

const words = text(200);

/** What the trigram index holds. */
const TEXTS = "(listing.full_address || E'\\n' || listing.street)";

/** What the list of listings takes, beside the feature flags below. */
export class ListingsQuery extends LocationQuery {
  @Matches(
    named('ListingStatusFilter', oneOf(['all', ...LISTING_STATUSES])),
    'Status; all means every one',
    (status) => ofStatus(status),
    {
      initial: 'current',
    },
  )
  status?: string;

  @MatchesAny(listingType, 'Listing type', (types) => isAnyType(types), { example: 'residential' })
  listingType?: string[];

  @Equals('listing.id', id, 'Numeric id', { example: 7001, selectivity: 'high' })
  id?: number;

  @MatchesAny(anyId, 'Ids left out: numeric, or object identifiers', isNot, { example: '7001' })
  excludeids?: (number | string)[];

  @Equals('listing.bedrooms', count, 'Bedrooms, exactly', { example: 3 })
  bedrooms?: number;

  @Equals('listing.bathrooms', count, 'Bathrooms, exactly', { example: 2 })
  bathrooms?: number;

  @Equals('listing.car_spaces', count, 'Car spaces, exactly', { example: 1 })
  carspaces?: number;

  @AtLeast('listing.bedrooms', count, 'Fewest bedrooms', { example: 2 })
  minbedrooms?: number;

  @AtMost('listing.bedrooms', count, 'Most bedrooms', { example: 4 })
  maxbedrooms?: number;

  @AtLeast('listing.bathrooms', count, 'Fewest bathrooms', { example: 1 })
  minbathrooms?: number;

  @AtMost('listing.bathrooms', count, 'Most bathrooms', { example: 2 })
  maxbathrooms?: number;

  @AtLeast('listing.car_spaces', count, 'Fewest car spaces', { example: 1 })
  mincarspaces?: number;

  @AtMost('listing.car_spaces', count, 'Most car spaces', { example: 2 })
  maxcarspaces?: number;

  @Equals('listing.garages', count, 'Garages', { example: 1 })
  garages?: number;

  @Equals('listing.carports', count, 'Carports', { example: 1 })
  carports?: number;

  @Equals('listing.open_spaces', count, 'Open car spaces', { example: 1 })
  openSpaces?: number;

  @Equals('listing.ensuite', count, 'Ensuites', { example: 1 })
  ensuite?: number;

  @Equals('listing.toilets', count, 'Toilets', { example: 2 })
  toilets?: number;

  @Equals('listing.living_areas', count, 'Living areas', { example: 2 })
  livingAreas?: number;

  @OneOf('listing.category', words, 'Category', { example: 'House' })
  category?: string[];

  @MatchesAny(words, 'Category of a business', (names) => overlaps('listing.business_categories', names), {
    example: 'Food/Hospitality',
  })
  businessCategory?: string[];

  @MatchesAny(words, 'Commercial category', (names) => overlaps('listing.commercial_categories', names), {
    example: 'Offices',
  })
  commercialCategory?: string[];

  @OneOf('listing.land_category', words, 'Category of land', { example: 'Residential' })
  landCategory?: string[];

  @OneOf('listing.rural_category', words, 'Category of a rural property', { example: 'Livestock' })
  ruralCategory?: string[];

  @Matches(named('SaleOrLease', oneOf(['sale', 'lease'])), 'Sale or lease; both matches both', saleOrLease, {
    example: 'lease',
  })
  commercialListingType?: string;

  @AtLeast('listing.price', amount, 'Lowest price', { example: 500_000 })
  minPrice?: number;

  @AtMost('listing.price', amount, 'Highest price', { example: 1_500_000 })
  maxPrice?: number;

  @Equals('listing.unique_id', words, 'Identifier in the system of the agency', {
    example: 'ABC123',
    selectivity: 'high',
  })
  uniqueID?: string;

  @MatchesAny(words, 'Identifiers in the system of the agency', (ids) => sql`listing.unique_id = ANY(${ids}::text[])`, {
    example: 'ABC123',
    selectivity: 'high',
  })
  uniqueIDs?: string[];

  @Equals('listing.agent_id', words, 'Office, as the feed names it', { example: 'HARB1', selectivity: 'medium' })
  agentID?: string;

  @Matches(id, 'Account; of a sub-account also those of its main account that it shows', shownBy, {
    example: 12,
    selectivity: 'high',
  })
  websiteID?: number;

  @Matches(words, 'Id of an agent, or part of a name', hasAgent, { example: 'citizen', selectivity: 'medium' })
  agent?: string;

  @MatchesAny(words, 'Slugs or whole names of agents', hasAnyAgent, { example: 'jane-citizen', selectivity: 'high' })
  agents?: string[];

  @Matches(words, 'Slug of an agent', hasAgentSlug, { example: 'jane-citizen', selectivity: 'high' })
  agentSlug?: string;

  @ContainsWithin(TEXTS, 'listing.full_address', words, 'Part of the address', { example: '39 main' })
  address?: string;

  @ContainsWithin(TEXTS, 'listing.street', words, 'Part of the street', { example: 'main' })
  street?: string;

  @Parameter(flag, 'Whether the suburbs around the matched ones count as well', { example: true })
  surroundingsuburb?: boolean;

  @Matches(flag, 'Has an inspection that ends in the future', (has) => upcoming('listing.inspections_until', has), {
    volatile: true,
  })
  isInspections?: boolean;

  @Matches(flag, 'Has an auction in the future', (has) => upcoming('listing.auction_at', has), {
    volatile: true,
  })
  isAuctions?: boolean;

  @Equals('listing.is_off_market', flag, 'Off the market')
  isOffMarket?: boolean;

  @Parameter(named('BaseDate', oneOf(BASE_DATES)), 'The date that datefrom, dateto and dates test', {
    initial: 'updatedAt',
  })
  baseDate: keyof typeof DATE_COLUMNS;

  @Parameter(dayOrInstant, 'From this day or instant', { example: '2026-03-01' })
  datefrom?: string;

  @Parameter(dayOrInstant, 'To this day or instant, inclusive', { example: '2026-03-31T9:5:0Z' })
  dateto?: string;

  @ListParameter(day, 'On one of these days', { example: '2026-03-07' })
  dates?: string[];

  @Matches(day, 'Changed on this UTC day', (on) => onUtcDay('listing.updated_at', on), { example: '2026-03-07' })
  updatedAt?: string;

  @Matches(day, 'Created on this UTC day', (on) => onUtcDay('listing.created_at', on), { example: '2026-03-07' })
  createdAt?: string;

  @Parameter(named('ListingSort', oneOf(Object.keys(LISTING_SORTS) as (keyof typeof LISTING_SORTS)[])), 'Order', {
    initial: 'newest',
  })
  sort: keyof typeof LISTING_SORTS;
}

for (const name of FEATURE_FLAGS) {
  Parameter(flag, flagWords(name), { example: true })(ListingsQuery.prototype, name);
}

/** Where the listing is; with the suburbs around, when asked (D27). */
export const inLocation = (query: ListingsQuery): Sql | undefined =>
  isWithin(sql`listing.suburb_id`, query, query.surroundingsuburb);

/** Words of the statement, not values of it: an index may be of one status alone. */
const STATUS_CONDITIONS: Readonly<Record<string, Sql>> = Object.fromEntries(
  LISTING_STATUSES.map((status) => [status, raw(`listing.status = '${status}'`)]),
);

const ofStatus = (status: string): Sql => STATUS_CONDITIONS[status] ?? sql`TRUE`;

function isAnyType(types: readonly string[]): Sql {
  const [first, ...others] = types;
  return others.length === 0
    ? sql`listing.listing_type = ${first}::listing_type`
    : sql`listing.listing_type = ANY(${types}::listing_type[])`;
}

function isNot(excluded: readonly (number | string)[]): Sql {
  const ids = excluded.filter((one) => typeof one === 'number');
  const uids = excluded.filter((one) => typeof one === 'string');
  const withoutIds = ids.length > 0 ? [sql`listing.id <> ALL(${ids}::int[])`] : [];
  const withoutUids =
    uids.length > 0 ? [sql`listing.id <> ALL(ARRAY(SELECT id FROM listings WHERE uid = ANY(${uids}::uuid[])))`] : [];
  return allOf([...withoutIds, ...withoutUids]);
}

const overlaps = (column: string, names: readonly string[]): Sql => sql`${raw(column)} && ${names.map(fold)}::text[]`;

function saleOrLease(kind: string): Sql {
  return sql`listing.commercial_listing_type IN (${kind}, 'both')`;
}

/** Of the past or never: false (D25). */
const upcoming = (column: string, has: boolean): Sql =>
  has ? sql`${raw(column)} > now()` : sql`(${raw(column)} > now()) IS NOT TRUE`;

function onUtcDay(column: string, on: string): Sql {
  return sql`${raw(column)} >= ${startOf(on)} AND ${raw(column)} < ${endOf(on)}`;
}

/** A sub-account that takes its listings from offices of its main account, in whatever case, shows those as well (D32). */
function shownBy(websiteID: number): Sql {
  const source = sql`FROM accounts WHERE id = ${websiteID} AND listing_source = 'officeID'`;
  return sql`listing.website_id = ANY(ARRAY(SELECT ${websiteID}::int UNION ALL SELECT main_website_id ${source}))
    AND (listing.website_id = ${websiteID} OR lower(listing.agent_id) = ANY(ARRAY(SELECT lower(unnest(listing_office_ids)) ${source})))`;
}
