import { readQuery } from '@app/lists';
import { expect, it } from 'vitest';
import { ListingsQuery } from '../../libs/listings/src/filters/listings.query.js';

/** The message for the first fault of a query. */
function faultOf(query: Readonly<Record<string, string>>): string {
  try {
    readQuery(ListingsQuery, query);
  } catch (error) {
    return (error as { extras: { errors: { message: string }[] } }).extras.errors[0]?.message ?? '';
  }
  return '';
}

/** The names of filters in other APIs, each with the parameter that the message names. */
const OTHER_APIS = {
  Domain: {
    listingTypes: 'listingType',
    propertyTypes: 'category',
    propertyFeatures: 'anyFeature',
    minBedrooms: 'minbedrooms',
    maxBathrooms: 'maxbathrooms',
    minCarspaces: 'mincarspaces',
    minimumPrice: 'minPrice',
    minLandSize: 'minLandArea',
    locations: 'suburb',
    locationTerms: 'suburb',
    postCode: 'postcode',
    includeSurroundingSuburbs: 'surroundingsuburb',
    keywords: 's',
    inspectionFrom: 'datefrom',
    auctionTo: 'dateto',
    pageSize: 'limit',
    pageNumber: 'page',
    geoWindow: 'bbox',
    advertiserIds: 'websiteID',
    adIds: 'ids',
    excludeAdIds: 'excludeids',
    updatedSince: 'datefrom',
    listedSince: 'datefrom',
    newDevOnly: 'newConstruction',
  },
  SimplyRETS: {
    q: 's',
    type: 'listingType',
    subtype: 'category',
    brokers: 'websiteID',
    minprice: 'minPrice',
    minarea: 'minLandArea',
    minbeds: 'minbedrooms',
    maxbaths: 'maxbathrooms',
    offset: 'page',
    lastId: 'cursor',
    postalCodes: 'postcode',
    cities: 'suburb',
    counties: 'areaname',
    neighborhoods: 'suburb',
    points: 'polygon',
    features: 'anyFeature',
    water: 'anyFeature',
    include: 'view',
  },
  RESO: {
    ListPrice: 'minPrice',
    BedroomsTotal: 'bedrooms',
    BathroomsTotalInteger: 'bathrooms',
    GarageSpaces: 'carspaces',
    StandardStatus: 'status',
    City: 'suburb',
    StateOrProvince: 'state',
    PostalCode: 'postcode',
    PropertyType: 'category',
    PropertySubType: 'category',
    LivingArea: 'minFloorArea',
    LotSizeArea: 'minLandArea',
    ListingId: 'ids',
    ListingKey: 'ids',
    ListAgentKey: 'agent',
    ListOfficeKey: 'websiteID',
    ModificationTimestamp: 'datefrom',
    ClosePrice: 'minSoldPrice',
    UnparsedAddress: 'address',
    StreetName: 'street',
    Latitude: 'near',
    PublicRemarks: 's',
    PoolPrivateYN: 'anyFeature',
    $top: 'limit',
    $skip: 'page',
    $orderby: 'sort',
    $select: 'view',
  },
  Repliers: {
    minBeds: 'minbedrooms',
    minSqft: 'minFloorArea',
    minLotSizeSqft: 'minLandArea',
    class: 'listingType',
    city: 'suburb',
    area: 'areaname',
    zip: 'postcode',
    lat: 'near',
    long: 'near',
    map: 'polygon',
    minGarageSpaces: 'mincarspaces',
    minParkingSpaces: 'mincarspaces',
    minOpenHouseDate: 'datefrom',
    minListDate: 'datefrom',
    search: 's',
    sortBy: 'sort',
    pageNum: 'page',
    resultsPerPage: 'limit',
    brokerage: 'websiteID',
    mlsNumber: 'ids',
    swimmingPool: 'anyFeature',
    lastStatus: 'status',
    fields: 'view',
  },
  'other websites': {
    beds: 'bedrooms',
    per_page: 'limit',
    price_min: 'minPrice',
    min_price: 'minPrice',
    'max-price': 'maxPrice',
    order_by: 'sort',
    keyword: 's',
    location: 'suburb',
    agency: 'websiteID',
    statuss: 'status',
    pets: 'petFriendly',
  },
};

it.each(
  Object.entries(OTHER_APIS).flatMap(([api, names]) => Object.entries(names).map((pair) => [api, ...pair] as const)),
)('of %s, the parameter %s means %s', (_, name, meant) => {
  const end = meant === undefined ? '' : `; did you mean ${meant}?`;
  expect(faultOf({ [name]: '1' })).toBe(`is not a parameter of this endpoint${end}`);
});

it.each([
  ['listingType', 'rent', 'rental'],
  ['listingType', 'for-sale', 'residential'],
  ['listingType', 'Sale', 'residential'],
  ['listingType', 'residental', 'residential'],
  ['status', 'active', 'current'],
  ['status', 'Pending', 'current'],
  ['status', 'for_sale', 'current'],
  ['status', 'closed', 'sold'],
  ['status', 'off-market', 'offmarket'],
  ['sort', 'price_desc', 'price-desc'],
  ['sort', 'latest', 'newest'],
  ['sort', 'nearest', 'distance'],
  ['baseDate', 'auction', 'auctions'],
  ['anyFeature', 'pool', 'poolInGround'],
  ['anyFeature', 'gym,air_conditioning', 'airConditioning'],
  ['category', 'hous', 'House'],
  ['category', 'Villa,apartments', 'Apartment'],
  ['category', 'Condo', 'Apartment'],
])('%s=%s is told %s', (name, value, meant) => {
  expect(faultOf({ [name]: value })).toContain(`; did you mean ${meant}?`);
});

it('categories that are no synonyms stay free', () => {
  for (const category of ['House', 'unit', 'Duplex', 'Haus', 'DuplexSemi-detached', 'Apartment'])
    expect(faultOf({ category })).toBe('');
});
