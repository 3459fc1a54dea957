import {
  AtLeast,
  AtMost,
  Equals,
  EqualsAny,
  Facet,
  equals,
  Matches,
  Parameter,
  InBox,
  InPolygon,
  Near,
  needsNear,
  Radius,
  type Box,
  type MapQuery,
  type Polygon,
  type Coordinates,
  isAnyOf,
  MatchesAny,
  OneOf,
  Ids,
} from '@app/lists';
import { amount, count, text, anyId, id } from '@app/schema';
import { LocationQuery } from '@app/suburbs';
import { sql } from '@app/sql';
import { homeCategory, locationAccuracy, type LocationAccuracy, saleOrLeaseOnly } from '../dto/listing.kinds.js';
import { isVolatileSort, listingSort, type ListingSort } from './listing.sorts.js';
import { hasAnyName, needsSold, overlaps, saleOrLease, isNot, isNotAmong } from './listing.conditions.js';
import { ofNames, ofSaleAndLease } from '../facets/facet-values.reads.js';
import { hasWords, searchWords, WORD_MATCHERS } from '../words/listing-words.conditions.js';
import { col } from '../finder/listing-columns.js';

const words = text(200);

/** Parameters for values, rooms, the map, categories and names. */
export class ListingValuesQuery extends LocationQuery implements MapQuery {
  @AtLeast(
    col('land_area'),
    amount,
    'Smallest area of the land in square metres, inclusive. Unknown areas, and areas of 0, do not match.',
    { group: 'Price and size', example: 500 },
  )
  minLandArea?: number;

  @AtMost(col('land_area'), amount, 'Largest area of the land in square metres, inclusive; see `minLandArea`.', {
    group: 'Price and size',
    example: 1_000,
  })
  maxLandArea?: number;

  @AtLeast(
    col('floor_area'),
    amount,
    'Smallest area of the building in square metres, inclusive. Unknown areas, and areas of 0, do not match.',
    { group: 'Price and size', example: 100 },
  )
  minFloorArea?: number;

  @AtMost(col('floor_area'), amount, 'Largest area of the building in square metres, inclusive; see `minFloorArea`.', {
    group: 'Price and size',
    example: 300,
  })
  maxFloorArea?: number;

  @AtLeast(
    col('shown_sold_price'),
    amount,
    'Lowest sold price in Australian dollars, inclusive. It needs a `status` with sold listings. Sales with a hidden price are not found.',
    { group: 'Price and size', example: 500_000, contradicts: needsSold(() => true) },
  )
  minSoldPrice?: number;

  @AtMost(col('shown_sold_price'), amount, 'Highest sold price in Australian dollars, inclusive; see `minSoldPrice`.', {
    group: 'Price and size',
    example: 1_500_000,
    contradicts: needsSold(() => true),
  })
  maxSoldPrice?: number;

  @Facet()
  @EqualsAny(col('bedrooms'), count, 'Exact number of bedrooms; 0 is a studio. Unknown numbers do not match.', {
    group: 'Rooms',
    example: 3,
  })
  bedrooms?: number[];

  @Facet()
  @EqualsAny(col('bathrooms'), count, 'Exact number of bathrooms. Unknown numbers do not match.', {
    group: 'Rooms',
    example: 2,
  })
  bathrooms?: number[];

  @Facet()
  @EqualsAny(col('car_spaces'), count, 'Exact number of car spaces. Unknown numbers do not match.', {
    group: 'Rooms',
    example: 1,
  })
  carspaces?: number[];

  @AtLeast(col('bedrooms'), count, 'Lowest number of bedrooms, inclusive.', { group: 'Rooms', example: 2 })
  minbedrooms?: number;

  @AtMost(col('bedrooms'), count, 'Highest number of bedrooms, inclusive.', { group: 'Rooms', example: 4 })
  maxbedrooms?: number;

  @AtLeast(col('bathrooms'), count, 'Lowest number of bathrooms, inclusive.', { group: 'Rooms', example: 1 })
  minbathrooms?: number;

  @AtMost(col('bathrooms'), count, 'Highest number of bathrooms, inclusive.', { group: 'Rooms', example: 2 })
  maxbathrooms?: number;

  @AtLeast(col('car_spaces'), count, 'Lowest number of car spaces, inclusive.', { group: 'Rooms', example: 1 })
  mincarspaces?: number;

  @AtMost(col('car_spaces'), count, 'Highest number of car spaces, inclusive.', { group: 'Rooms', example: 2 })
  maxcarspaces?: number;

  @Facet()
  @Equals(col('garages'), count, 'Exact number of garage spaces.', { group: 'Rooms', example: 1 })
  garages?: number;

  @Facet()
  @Equals(col('carports'), count, 'Exact number of carport spaces.', { group: 'Rooms', example: 1 })
  carports?: number;

  @Facet()
  @Equals(col('open_spaces'), count, 'Exact number of open car spaces.', { group: 'Rooms', example: 1 })
  openSpaces?: number;

  @Facet()
  @Equals(col('ensuite'), count, 'Exact number of ensuite bathrooms.', { group: 'Rooms', example: 1 })
  ensuite?: number;

  @Facet()
  @Equals(col('toilets'), count, 'Exact number of toilets.', { group: 'Rooms', example: 2 })
  toilets?: number;

  @Facet()
  @Equals(col('living_areas'), count, 'Exact number of living areas.', { group: 'Rooms', example: 2 })
  livingAreas?: number;

  @Near() near?: Coordinates;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @Facet({
    column: 'is_centre',
    keysOf: (column) => [column],
    valuesOf: (key) => [key === 'true' ? 'suburb' : 'exact'],
  })
  @Matches(
    locationAccuracy,
    'Accuracy of the coordinates: the address (`exact`), or the centre of the suburb (`suburb`). Listings without coordinates are not found.',
    (accuracy) => sql`${col('is_centre')} = ${accuracy === 'suburb'}`,
    {
      group: 'Map',
      example: 'exact',
      matchesRow: { listing: (accuracy: string) => equals('is_centre', accuracy === 'suburb') },
    },
  )
  accuracy?: LocationAccuracy;

  @Parameter(
    listingSort,
    'Order of the list: by the date from which a rental is available, by the next auction or inspection (past ones do not count), by address, by the date of the first listing (`newest`, `oldest`), by the area of the land, by price, by the date of the sale (`sold-asc` and `sold-desc`, which need a `status` with sold listings), or by the distance from `near`, which `distance` needs. Listings without the date, the area or the price come last.',
    {
      group: 'Page, order and form',
      initial: 'newest',
      needs: needsNear,
      contradicts: needsSold((sort: ListingSort) => sort.startsWith('sold-')),
      volatile: isVolatileSort,
      example: 'price-asc',
    },
  )
  sort: ListingSort;

  @Facet()
  @OneOf(col('category'), homeCategory, 'Category of a residential or rental property. Exact, not case-sensitive.', {
    group: 'Kind and status',
    example: 'House',
  })
  category?: string[];

  @Facet({ column: 'business_categories', ...ofNames })
  @MatchesAny(
    words,
    'Category of a business for sale. Exact, not case-sensitive.',
    (names) => overlaps(col('business_categories'), names),
    {
      group: 'Kind and status',
      example: 'Food/Hospitality',
      matchesRow: { listing: (names: string[]) => hasAnyName('business_categories', names) },
    },
  )
  businessCategory?: string[];

  @Facet({ column: 'commercial_categories', ...ofNames })
  @MatchesAny(
    words,
    'Category of a commercial property. Exact, not case-sensitive.',
    (names) => overlaps(col('commercial_categories'), names),
    {
      group: 'Kind and status',
      example: 'Offices',
      matchesRow: { listing: (names: string[]) => hasAnyName('commercial_categories', names) },
    },
  )
  commercialCategory?: string[];

  @Facet()
  @OneOf(col('land_category'), words, 'Category of land. Exact, not case-sensitive.', {
    group: 'Kind and status',
    example: 'Residential',
  })
  landCategory?: string[];

  @Facet()
  @OneOf(col('rural_category'), words, 'Category of a rural property. Exact, not case-sensitive.', {
    group: 'Kind and status',
    example: 'Livestock',
  })
  ruralCategory?: string[];

  @Facet({ column: 'commercial_listing_type', ...ofSaleAndLease })
  @Matches(
    saleOrLeaseOnly,
    'Whether a commercial property is for sale or for lease. Either value finds listings that are both.',
    saleOrLease,
    {
      group: 'Kind and status',
      example: 'lease',
      matchesRow: { listing: (kind: string) => isAnyOf('commercial_listing_type', [kind, 'both']) },
    },
  )
  commercialListingType?: string;

  @Equals(col('id'), id, 'Numeric id of the listing.', {
    group: 'Words and identifiers',
    example: 239,
    selectivity: 'high',
  })
  id?: number;

  @Matches(
    searchWords,
    'Search text. Each word must occur in the address, the headline, the description, the uniqueID, the name of the agency or of an agent, or in the names by which people search for the features, the category, the type and the number of rooms (`pool`, `air conditioning`, `studio`, `3 bedroom`). Not case-sensitive; accents make no difference. The name of a suburb, a postcode or a region finds homes in that place as well as homes with these words, unless the type of a street follows (`richmond road`); several places are alternatives.',
    hasWords,
    { group: 'Words and identifiers', example: 'richmond garden', selectivity: 'high', matchesRow: WORD_MATCHERS },
  )
  s?: string;

  @Ids('listing', 'listings', 'Listings with the status of `status`,', '239')
  ids?: (number | string)[];

  @MatchesAny(anyId, 'Listings to exclude, by numeric id or object identifier (`_id`).', isNot, {
    group: 'Words and identifiers',
    example: '239',
    matchesRow: { listing: isNotAmong },
  })
  excludeids?: (number | string)[];
}
