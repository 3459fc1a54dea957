import { PAST_STATUSES } from '@app/accounts';
import {
  AtMost,
  Equals,
  Facet,
  isAnyOf,
  Matches,
  MatchesAny,
  Parameter,
  ListParameter,
  InPolygon,
  largePolygon,
  type Polygon,
  facetsQuery,
  filtersOf,
} from '@app/lists';
import { amount, day, dayOrInstant, flag, text, upTo } from '@app/schema';
import { sql } from '@app/sql';
import { col } from '../finder/listing-columns.js';
import { ListingValuesQuery } from './listing-values.query.js';
import {
  AGENT,
  AGENT_SLUG,
  ANY_AGENT,
  hasAgent,
  hasAgentSlug,
  hasAnyAgent,
  hasAnyFlag,
  showsAnyFlag,
  hasStatus,
  isAnyType,
  needsSold,
  ofStatus,
  onUtcDay,
  priceReaches,
  reachesPrice,
  ShownByAccount,
  upcoming,
} from './listing.conditions.js';
import { ContainsAddress, ContainsStreet } from './address.conditions.js';
import { baseDateKind, isOnUtcDay, type DATE_COLUMNS } from './date.conditions.js';
import { ofAgents, ofFeatures, ofOtherFlags, ofPrices, ofSites } from '../facets/facet-values.reads.js';
import { flagWords } from '../dto/listing-parts.fields.js';
import {
  anyFlag,
  listingStatusFilter,
  listingType,
  viewAs,
  type ListView,
  FEATURE_FLAGS,
  OTHER_FLAGS,
} from '../dto/listing.kinds.js';

const words = text(200);

/** The parameters of the list of listings; feature flags are added below. */
export class ListingsQuery extends ListingValuesQuery {
  @Facet({ column: 'status' })
  @MatchesAny(listingStatusFilter, 'Status of the listing; `all` finds listings of every status.', ofStatus, {
    group: 'Kind and status',
    initial: ['current'],
    leadsIndexes: true,
    matchesRow: { listing: hasStatus },
    publicValues: ['current', ...PAST_STATUSES],
  })
  status?: string[];

  @Facet({ column: 'listing_type' })
  @MatchesAny(listingType, 'Type of the listing.', isAnyType, {
    group: 'Kind and status',
    example: 'residential',
    leadsIndexes: true,
    matchesRow: { listing: (types: string[]) => isAnyOf('listing_type', types) },
  })
  listingType?: string[];

  @Facet({ name: 'price', ...ofPrices })
  @Matches(
    amount,
    'Lowest price in Australian dollars, inclusive. It is compared with the weekly rent of a rental (half of a fortnightly rent, 12/52 of a monthly one, 1/52 of a yearly one; none of a night or a day), with the rent of a commercial lease without a sale price as given, and otherwise with `price.value`, or with an overlapping `details.priceRange` if that is absent. Listings without a price, and prices of 0, are not found.',
    reachesPrice,
    { group: 'Price and size', example: 500_000, column: col('price'), matchesRow: { listing: priceReaches } },
  )
  minPrice?: number;

  @AtMost(
    col('price'),
    amount,
    'Highest price in Australian dollars, inclusive. Rents are prices too: it is compared with the weekly rent of a rental, see `minPrice`; `listingType` tells sales from rentals. Listings without a price are not found.',
    { group: 'Price and size', example: 1_500_000 },
  )
  maxPrice?: number;

  @Equals(col('unique_id'), words, 'Identifier of the listing in the system of the agency. Exact, case-sensitive.', {
    group: 'Words and identifiers',
    example: 'S100238',
    selectivity: 'high',
  })
  uniqueID?: string;

  @MatchesAny(
    words,
    'Identifier of the listing in the system of the agency. Exact, case-sensitive.',
    (ids) => sql`${col('unique_id')} = ANY(${ids}::text[])`,
    {
      group: 'Words and identifiers',
      example: 'S100238',
      selectivity: 'high',
      matchesRow: { listing: (ids: string[]) => isAnyOf('unique_id', ids) },
    },
  )
  uniqueIDs?: string[];

  @Facet()
  @Equals(
    col('agent_id'),
    words,
    'Office of the agency that the listing came from (`agentID` of the feed). Exact, case-sensitive.',
    { group: 'Agency and people', example: 'AGNT1', selectivity: 'medium' },
  )
  agentID?: string;

  @Facet(ofSites)
  @ShownByAccount()
  websiteID?: number;

  @Facet(ofAgents)
  @Matches(
    words,
    'An agent of the listing: the numeric id or the object identifier (`_id`) of the agent, the whole slug, or part of the name. Not case-sensitive.',
    hasAgent,
    { group: 'Agency and people', example: 'popov', selectivity: 'medium', matchesRow: AGENT },
  )
  agent?: string;

  @MatchesAny(
    words,
    'An agent of the listing: the numeric id, the object identifier (`_id`), the whole slug or the whole name of the agent. Not case-sensitive.',
    hasAnyAgent,
    { group: 'Agency and people', example: 'james-popov', selectivity: 'high', matchesRow: ANY_AGENT },
  )
  agents?: string[];

  @Matches(words, 'An agent of the listing: the whole slug of the agent. Not case-sensitive.', hasAgentSlug, {
    group: 'Agency and people',
    example: 'james-popov',
    selectivity: 'high',
    matchesRow: AGENT_SLUG,
  })
  agentSlug?: string;

  @ContainsAddress('listing')
  address?: string;

  @ContainsStreet('listing')
  street?: string;

  @Parameter(
    flag,
    'True: also finds listings in the suburbs that surround the ones found by `suburb`, `fullSuburb`, `postcode`, `region` or `areaname`; `state` still limits the result. Has no effect without one of these.',
    { group: 'Place', example: true },
  )
  surroundingsuburb?: boolean;

  @Matches(
    flag,
    'True: current, with an inspection that ends in the future. False: all others.',
    (has) => upcoming(col('inspections_until'), has),
    { group: 'Dates and events', example: true, volatile: true },
  )
  isInspections?: boolean;

  @Matches(
    flag,
    'True: current, with an auction in the future. False: all others.',
    (has) => upcoming(col('auction_at'), has),
    { group: 'Dates and events', example: true, volatile: true },
  )
  isAuctions?: boolean;

  @Facet()
  @Equals(col('is_off_market'), flag, 'Whether the listing is off the market.', {
    group: 'Kind and status',
    example: false,
  })
  isOffMarket?: boolean;

  @Parameter(
    baseDateKind,
    'The date that `datefrom`, `dateto` and `dates` are compared with: an inspection (any that overlaps), the auction, the last change (`updatedAt`), the date from which a rental is available, the first date of the listing (`listed`, its `firstdate`), or the date of the sale (`sold`; it needs a `status` with sold listings).',
    { group: 'Dates and events', initial: 'updatedAt', contradicts: needsSold((date: string) => date === 'sold') },
  )
  baseDate: keyof typeof DATE_COLUMNS;

  @Parameter(
    dayOrInstant,
    'First date, inclusive. A date without a time is a day in the time zone of the listing, and a UTC day for `updatedAt` and `listed`.',
    { group: 'Dates and events', example: '2026-03-01' },
  )
  datefrom?: string;

  @Parameter(
    dayOrInstant,
    'Last date, inclusive. A date without a time is a day in the time zone of the listing, and a UTC day for `updatedAt` and `listed`.',
    { group: 'Dates and events', example: '2026-03-31T9:5:0Z' },
  )
  dateto?: string;

  @ListParameter(day, 'Single days, in the time zone of the listing; UTC days for `updatedAt` and `listed`.', {
    group: 'Dates and events',
    example: '2026-03-07',
  })
  dates?: string[];

  @Matches(day, 'The listing was last changed on this UTC day.', (on) => onUtcDay(col('updated_at'), on), {
    group: 'Dates and events',
    example: '2026-03-07',
    matchesRow: { listing: (on: string) => isOnUtcDay('updated_at', on) },
  })
  updatedAt?: string;

  @Matches(day, 'The listing was created on this UTC day.', (on) => onUtcDay(col('created_at'), on), {
    group: 'Dates and events',
    example: '2026-03-07',
    matchesRow: { listing: (on: string) => isOnUtcDay('created_at', on) },
  })
  createdAt?: string;

  @Parameter(...viewAs('full')) view: ListView;
}

for (const name of FEATURE_FLAGS) {
  const description = `Whether the property has this feature: ${flagWords(name)}. False finds listings without it.`;
  Parameter(flag, description, { group: 'Features', example: true })(ListingsQuery.prototype, name);
}

MatchesAny(
  anyFlag,
  'Features of which the property has at least one, by the names of their parameters, such as `solarPanels`.',
  hasAnyFlag,
  { group: 'Features', example: 'poolInGround,poolAboveGround', matchesRow: { listing: showsAnyFlag } },
)(ListingsQuery.prototype, 'anyFeature');

const OTHER_FLAG_WORDS: Readonly<Record<(typeof OTHER_FLAGS)[number], string>> = {
  priceReduced:
    'Whether the last change of the price has lowered it, since the listing was offered. Prices that were hidden before or after the change do not count.',
  hasFloorplan: 'Whether the listing has a floor plan. False finds listings without one.',
  hasVideo: 'Whether the listing has a video. False finds listings without one.',
  hasTour: 'Whether the listing has a virtual tour. False finds listings without one.',
  holiday: 'Whether the property is for holidays (`details.holiday`). False finds listings without the mark.',
  depositTaken: 'Whether a deposit was taken for the rental. False finds listings without one.',
  underOffer: 'Whether the property is under offer.',
  newConstruction: 'Whether the building is a new construction.',
  solarPanels: 'Whether the property has solar panels. False finds listings without them.',
  solarHotWater: 'Whether the property has solar hot water. False finds listings without it.',
  waterTank: 'Whether the property has a water tank. False finds listings without one.',
  greyWaterSystem: 'Whether the property has a grey water system. False finds listings without one.',
};

for (const name of OTHER_FLAGS)
  Parameter(flag, OTHER_FLAG_WORDS[name], { group: 'Features', example: true })(ListingsQuery.prototype, name);

Facet({ column: 'flags', ...ofFeatures })(ListingsQuery.prototype, 'features');
Facet({ column: 'flags', ...ofOtherFlags })(ListingsQuery.prototype, 'flags');

/** The parameters of the list of cards. */
export class ListingCardsQuery extends ListingsQuery {
  @Parameter(...viewAs('card')) override view: ListView;
}

/** The parameters of a search by POST (B75). */
export class ListingSearchQuery extends ListingsQuery {
  @InPolygon(largePolygon) override polygon?: Polygon[];
}

const MAX_ZOOM = 20;

/** The parameters of clusters (B64). */
export class ListingClustersQuery extends filtersOf(ListingsQuery) {
  @Parameter(
    upTo(MAX_ZOOM, 0),
    'Zoom level of the map tiles: at 0 the world is 256 pixels wide, and each level doubles it. A cell of the grid is 64 pixels wide.',
    { group: 'Map', required: true, example: 10 },
  )
  zoom: number;
}

/** The parameters of facets of listings. */
export class ListingFacetsQuery extends facetsQuery(
  filtersOf(ListingsQuery),
  'ListingFacet',
  'bedrooms,category,suburb,features,price',
) {}
