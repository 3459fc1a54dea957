import { FLAGS, OTHER_FLAGS } from '../../factories/listing.factory.js';
import { isDatedWithin } from './dates.js';
import type { DatedListing, Query, World } from './lines.js';
import { isOnMap } from './map.js';
import { accuracyOf, addressTextsOf, isPlacedWithin } from './places.js';
import { sortedListings } from './listings.order.js';
import {
  auctionOf,
  carSpacesOf,
  countOf,
  floorOf,
  isFlagged,
  landOf,
  priceOf,
  priceUpTo,
  saleOf,
} from './listings.values.js';
import { fold, isAnyId, isOneOf, isOneOfNames, isPartOfName, isSame, isTrue, itemsOf } from './texts.js';
import { isFoundByWords, isPartOfAddress } from './words.js';

type Reading = (listing: DatedListing, value: string, world: World, query: Query) => boolean;

const count =
  (name: string): Reading =>
  (listing, value) =>
    countOf(listing, name) === Number(value);
const isAnyCount =
  (of: (listing: DatedListing) => number | undefined): Reading =>
  (listing, values) =>
    itemsOf(values)
      .map(Number)
      .includes(of(listing) ?? NaN);
const atLeast =
  (of: (listing: DatedListing) => number | undefined): Reading =>
  (listing, value) => {
    const known = of(listing);
    return known !== undefined && known >= Number(value);
  };
const atMost =
  (of: (listing: DatedListing) => number | undefined): Reading =>
  (listing, value) => {
    const known = of(listing);
    return known !== undefined && known <= Number(value);
  };
const bedrooms = (listing: DatedListing) => countOf(listing, 'bedrooms');
const bathrooms = (listing: DatedListing) => countOf(listing, 'bathrooms');
const anyOf = (texts: readonly string[] = [], values: string): boolean => texts.some((text) => isOneOf(text, values));
const agentsOf = (listing: DatedListing, world: World) =>
  world.agents.filter(({ id }) => listing.agents.some((agent) => agent.id === id));
const inFuture = (world: World, instants: (string | undefined)[]): boolean =>
  instants.some((instant) => instant !== undefined && Date.parse(instant) > world.now);
/** Parameters that others read, or that do not filter. */
const together: Reading = () => true;

/** The listings of an account. A sub-account by offices also has those of its main account (D32). */
export function isShownBy(listing: DatedListing, websiteID: number, world: World): boolean {
  if (listing.websiteID === websiteID) return true;
  const subsite = world.accounts.find((account) => account.websiteID === websiteID)?.subsiteDetails;
  if (subsite?.listingSource !== 'officeID') return false;
  const offices = subsite.listingOfficeIDs.map(fold);
  return listing.websiteID === subsite.mainWebsiteID && offices.includes(fold(listing.agentID));
}

/** The meaning of each parameter of the list of listings, according to the decisions. */
export const LISTING_READINGS: Readonly<Record<string, Reading>> = {
  page: together,
  cursor: together,
  limit: together,
  sort: together,
  view: together,
  baseDate: together,
  dateto: together,
  dates: together,
  fullSuburb: together,
  state: together,
  postcode: together,
  region: together,
  areaname: together,
  accuracy: (listing, value, world) => accuracyOf(listing, world) === value,
  near: together,
  radius: together,
  bbox: together,
  polygon: together,
  surroundingsuburb: together,
  suburb: together,
  datefrom: together,
  status: ({ status }, values) => isOneOf('all', values) || isOneOf(status, values),
  listingType: ({ listingType }, values) => isOneOf(listingType, values),
  id: ({ id }, value) => id === Number(value),
  s: (listing, value, world) => isFoundByWords(listing, value, world),
  ids: ({ id, _id }, values) => isAnyId([id, _id], values),
  excludeids: ({ id, _id }, values) => !isAnyId([id, _id], values),
  bedrooms: isAnyCount(bedrooms),
  bathrooms: isAnyCount(bathrooms),
  carspaces: isAnyCount(carSpacesOf),
  minLandArea: atLeast(landOf),
  maxLandArea: atMost(landOf),
  minFloorArea: atLeast(floorOf),
  maxFloorArea: atMost(floorOf),
  minSoldPrice: atLeast((listing) => saleOf(listing).price),
  maxSoldPrice: atMost((listing) => saleOf(listing).price),
  ...Object.fromEntries(
    [...OTHER_FLAGS, ...FLAGS].map((name): [string, Reading] => [
      name,
      (listing, value, world) => isFlagged(listing, name, world) === isTrue(value),
    ]),
  ),
  anyFeature: (listing, values, world) => itemsOf(values).some((name) => isFlagged(listing, name, world)),
  minbedrooms: atLeast(bedrooms),
  maxbedrooms: atMost(bedrooms),
  minbathrooms: atLeast(bathrooms),
  maxbathrooms: atMost(bathrooms),
  mincarspaces: atLeast(carSpacesOf),
  maxcarspaces: atMost(carSpacesOf),
  ...Object.fromEntries(
    ['garages', 'carports', 'openSpaces', 'ensuite', 'toilets', 'livingAreas'].map((name) => [name, count(name)]),
  ),
  category: ({ category = '' }, values) => isOneOf(category, values),
  businessCategory: ({ businessCategory }, values) => anyOf(businessCategory, values),
  commercialCategory: ({ commercialCategory }, values) => anyOf(commercialCategory, values),
  landCategory: ({ landCategory = '' }, values) => isOneOf(landCategory, values),
  ruralCategory: ({ ruralCategory = '' }, values) => isOneOf(ruralCategory, values),
  commercialListingType: ({ commercialListingType }, value) =>
    commercialListingType === 'both' || commercialListingType === value.toLowerCase(),
  minPrice: atLeast(priceUpTo),
  maxPrice: atMost(priceOf),
  uniqueID: ({ uniqueID }, value) => uniqueID === value,
  uniqueIDs: ({ uniqueID }, values) => itemsOf(values).includes(uniqueID),
  agentID: ({ agentID }, value) => agentID === value,
  websiteID: (listing, value, world) => isShownBy(listing, Number(value), world),
  agent: (listing, value, world) =>
    agentsOf(listing, world).some(({ id, _id, name, slug }) =>
      /^\d+$/.test(value)
        ? id === Number(value)
        : isSame(_id, value) || (!/^[\da-f-]{36}$/i.test(value) && (isPartOfName(name, value) || isSame(slug, value))),
    ),
  agents: (listing, values, world) =>
    agentsOf(listing, world).some(
      ({ id, _id, name, slug }) => isAnyId([id, _id], values) || isOneOfNames(name, values) || isOneOf(slug, values),
    ),
  agentSlug: (listing, value, world) => agentsOf(listing, world).some(({ slug }) => isSame(slug, value)),
  address: ({ address }, value) => addressTextsOf(address).some((text) => isPartOfAddress(text, value)),
  street: ({ address }, value) => isPartOfAddress(address.street ?? '', value),
  isInspections: ({ inspectionTimes = [], status }, value, world) => {
    const ends = inspectionTimes.map(({ dateTo }) => dateTo);
    return (status === 'current' && inFuture(world, ends)) === isTrue(value);
  },
  isAuctions: (listing, value, world) =>
    (listing.status === 'current' && inFuture(world, [auctionOf(listing)])) === isTrue(value),
  isOffMarket: ({ isOffMarket = false }, value) => isOffMarket === isTrue(value),
  updatedAt: ({ updatedAt }, day) => updatedAt.startsWith(day),
  createdAt: ({ createdAt }, day) => createdAt.startsWith(day),
};

/** The listings that a query selects, in order. */
export function readListings(world: World, query: Query): DatedListing[] {
  const asked: Query = { status: 'current', ...query };
  const found = world.listings.filter(
    (listing) =>
      Object.entries(asked).every(([name, value]) => LISTING_READINGS[name]?.(listing, value, world, asked)) &&
      isPlacedWithin(world, listing.address, asked, isTrue(asked['surroundingsuburb'] ?? '')) &&
      isDatedWithin(listing, world, asked) &&
      isOnMap(listing.address, asked),
  );
  return sortedListings(found, query, world.now);
}
