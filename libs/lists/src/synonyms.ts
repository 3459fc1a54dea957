import { nearestName, plainName } from '@app/schema';

/**
 * Names of parameters in other APIs (Domain, SimplyRETS, RESO, Repliers), by the parameter here. Of several parameters, the
 * first one that an endpoint has counts. Differences in case and punctuation, and typing errors, need no entry.
 */
const PARAMETERS: Readonly<Record<string, string>> = {
  limit: 'perPage pageSize resultsPerPage maxResults size count take top',
  page: 'pageNum pageNumber pageNo offset skip start',
  cursor: 'lastId next after',
  sort: 'order orderBy sortBy sortKey sortOrder direction',
  s: 'q query keyword keywords search searchText searchTerm term publicRemarks',
  name: 'q query search keyword',
  bedrooms: 'beds bed bedroomsTotal',
  minbedrooms: 'minBeds bedsMin bedroomsMin minBed',
  maxbedrooms: 'maxBeds bedsMax bedroomsMax',
  bathrooms: 'baths bath bathroomsTotalInteger bathroomsFull',
  minbathrooms: 'minBaths bathsMin',
  maxbathrooms: 'maxBaths bathsMax',
  carspaces: 'cars parking parkingSpaces parkingTotal garageSpaces garage',
  mincarspaces: 'minCars minParking minParkingSpaces minGarageSpaces',
  maxcarspaces: 'maxCars maxParking maxParkingSpaces maxGarageSpaces',
  minPrice: 'price minimumPrice priceMin priceFrom priceGte minListPrice listPrice minRent',
  maxPrice: 'maximumPrice priceMax priceTo priceLte maxListPrice budget maxRent',
  minSoldPrice: 'closePrice soldPrice minClosePrice',
  maxSoldPrice: 'maxClosePrice',
  minLandArea: 'landArea landSize lotSize lotSizeArea lotSizeSquareFeet minLotSize minLotSizeSqft minArea minLandSize',
  maxLandArea: 'maxLotSize maxLotSizeSqft maxArea maxLandSize',
  minFloorArea: 'floorArea livingArea buildingArea sqft minSqft minLivingArea',
  maxFloorArea: 'maxSqft maxLivingArea',
  category: 'propertyType propertyTypes propertySubType subtype dwellingType style',
  listingType: 'type class channel transactionType saleType offerType ruralOnly',
  status: 'standardStatus listingStatus mlsStatus lastStatus active',
  suburb: 'city cities town locality location locations locationTerms neighborhood neighborhoods suburbName place',
  areaname: 'area county counties district lga council countyOrParish',
  state: 'stateOrProvince province',
  postcode: 'zip zipCode postalCode postalCodes',
  address: 'unparsedAddress fullAddress addressText',
  street: 'streetName road',
  near: 'lat latitude lng lon long longitude latLng coordinates point center centre geo',
  radius: 'distance within km',
  polygon: 'points map boundary geometry shape',
  bbox: 'bounds boundingBox geoWindow viewport mapBounds',
  websiteID: 'agency agencyID agencyName brokerage broker brokers advertiserIds listOfficeKey accountID clientID',
  agentID: 'office officeID officeKey',
  agent: 'agentName listAgentFullName listAgentKey listAgentMlsId realtor salesperson',
  ids: 'listingID listingIDs listingKey adID adIds mlsNumber mlsID propertyID',
  excludeids: 'excludeAdIds exclude not',
  uniqueID: 'externalID reference sku',
  datefrom:
    'fromDate startDate dateAfter updatedSince modifiedSince listedSince inspectionFrom auctionFrom minListDate minUpdatedOn minOpenHouseDate modificationTimestamp onMarketDate',
  dateto: 'toDate endDate dateBefore inspectionTo auctionTo maxListDate maxUpdatedOn maxOpenHouseDate',
  surroundingsuburb: 'includeSurroundingSuburbs surrounding nearby',
  isInspections: 'inspections openHouse openHouses openHome hasOpenHouse',
  isAuctions: 'auction hasAuction',
  anyFeature:
    'features propertyFeatures exteriorFeatures interiorFeatures amenities pool swimmingPool poolPrivateYN spa water',
  petFriendly: 'pets petsAllowed',
  airConditioning: 'aircon ac cooling coolingYN',
  openFirePlace: 'fireplace fireplaceYN',
  underOffer: 'pending underContract',
  newConstruction: 'newDevOnly newHomes propertyEstablishedType newConstructionYN',
  hasTour: 'virtualTour virtualTourURLUnbranded tour',
  view: 'fields select format include',
};

/** Other names of the values of enums, by the value here. */
const VALUES: Readonly<Record<string, string>> = {
  residential: 'sale sales buy forSale resale homes',
  rental: 'rent rentals lease forRent forLease toLet leasing',
  land: 'vacantLand lot',
  rural: 'farm acreage',
  commercial: 'office retail industrial',
  current: 'active available live listed onMarket forSale forRent pending underOffer underContract activeUnderContract',
  sold: 'closed settled',
  leased: 'rented let',
  withdrawn: 'cancelled canceled expired removed inactive',
  newest: 'latest recent date dateDesc listDate',
  oldest: 'dateAsc',
  updated: 'modified lastUpdated',
  'price-asc': 'price cheapest lowest priceLow listPrice',
  'price-desc': 'highest priceHigh dearest',
  distance: 'nearest closest',
  listed: 'firstdate listDate created',
  auctions: 'auction',
  poolInGround: 'pool swimmingPool',
  airConditioning: 'aircon ac cooling',
  openFirePlace: 'fireplace',
  petFriendly: 'pets petsAllowed',
  insideSpa: 'spa',
  solarPanels: 'solar',
  builtInRobes: 'robes wardrobes',
  broadband: 'internet nbn',
  House: 'hous houses home homes singleFamily singleFamilyResidence',
  Apartment: 'apt apts apartments condo condos condominium',
  Unit: 'units',
  Flat: 'flats',
  Townhouse: 'townhouses townhome townhomes rowhouse',
};

type Meanings = ReadonlyMap<string, readonly string[]>;

function meaningsIn(table: Readonly<Record<string, string>>): Meanings {
  const meanings = new Map<string, string[]>();
  for (const [meant, synonyms] of Object.entries(table))
    for (const synonym of synonyms.split(' ').map(plainName))
      meanings.set(synonym, [...(meanings.get(synonym) ?? []), meant]);
  return meanings;
}

const OF_PARAMETERS = meaningsIn(PARAMETERS);
const OF_VALUES = meaningsIn(VALUES);

/** The known parameter that a name of another API means. */
export const parameterMeant = (name: string, isKnown: (name: string) => boolean): string | undefined =>
  OF_PARAMETERS.get(plainName(name))?.find(isKnown);

/** The known value for which a text is a synonym. */
export const synonymOf = (text: string, known: readonly string[]): string | undefined =>
  OF_VALUES.get(plainName(text))?.find((value) => known.includes(value));

/** The known value that a text means: by a synonym, or misspelt. */
export const valueMeant = (text: string, known: readonly string[]): string | undefined =>
  synonymOf(text, known) ?? nearestName(text, known);

/** The end of a message: `; did you mean House?`, or nothing. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? '' : `; did you mean ${meant}?`;
