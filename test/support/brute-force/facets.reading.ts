import { FLAGS, OTHER_FLAGS } from '../../factories/listing.factory.js';
import type { DatedListing, Query, World } from './lines.js';
import { isShownBy, readListings } from './listings.reading.js';
import { carSpacesOf, isFlagged, isRent, priceOf } from './listings.values.js';
import { accuracyOf, fullSuburbOf, suburbOf } from './places.js';
import { fold } from './texts.js';

type Value = string | number | boolean;

/** The values under which a facet counts a listing. */
type Reading = (listing: DatedListing, world: World) => readonly (Value | undefined)[];

const count =
  (name: string): Reading =>
  ({ features }) => [features?.[name]];

/** The lower end of a price bracket: the first digit, and whether the rest is at least half of its unit. */
function bracketOf(price: number): number {
  if (price < 100) return 0;
  const half = 10 ** (String(Math.floor(price)).length - 1) / 2;
  return Math.min(100_000_000, Math.floor(price / half) * half);
}

/**
 * The values that each facet counts, according to the decisions. Texts are compared without case, except identifiers.
 */
export const FACET_READINGS: Readonly<Record<string, Reading>> = {
  status: ({ status }) => [status],
  listingType: ({ listingType }) => [listingType],
  category: ({ category = '' }) => [fold(category)],
  businessCategory: ({ businessCategory = [] }) => businessCategory.map(fold),
  commercialCategory: ({ commercialCategory = [] }) => commercialCategory.map(fold),
  landCategory: ({ landCategory = '' }) => [fold(landCategory)],
  ruralCategory: ({ ruralCategory = '' }) => [fold(ruralCategory)],
  commercialListingType: ({ commercialListingType: kind = '' }) => (kind === 'both' ? ['sale', 'lease'] : [kind]),
  price: (listing) => {
    const price = priceOf(listing);
    return price === undefined ? [] : [`${isRent(listing) ? 'rent' : 'sale'} ${bracketOf(price)}`];
  },
  agentID: ({ agentID }) => [agentID],
  agent: ({ agents }) => agents.map(({ id }) => id),
  websiteID: (listing, world) =>
    world.accounts.map(({ websiteID }) => websiteID).filter((id) => isShownBy(listing, id, world)),
  isOffMarket: ({ isOffMarket = false }) => [isOffMarket],
  ...Object.fromEntries(
    ['bedrooms', 'bathrooms', 'garages', 'carports', 'openSpaces', 'ensuite', 'toilets', 'livingAreas'].map((name) => [
      name,
      count(name),
    ]),
  ),
  carspaces: (listing) => [carSpacesOf(listing)],
  suburb: ({ address }) => [fold(address.suburb ?? '')],
  fullSuburb: ({ address }) => [fold(fullSuburbOf(address))],
  state: ({ address }) => [fold(address.state ?? '')],
  postcode: ({ address }) => [address.postcode],
  region: ({ address }, world) => [fold(suburbOf(world, address)?.regionName ?? '')],
  areaname: ({ address }, world) => [fold(suburbOf(world, address)?.areaName ?? '')],
  accuracy: (listing, world) => [accuracyOf(listing, world)],
  features: (listing, world) => FLAGS.filter((name) => isFlagged(listing, name, world)),
  flags: (listing, world) => OTHER_FLAGS.filter((name) => isFlagged(listing, name, world)),
};

/** The filters on the field of a facet, which the facet ignores; by default the filter with its name. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['bedrooms', 'bathrooms', 'carspaces'].map((name) => [name, [name, `min${name}`, `max${name}`]]),
  ),
  price: ['minPrice', 'maxPrice'],
  agent: ['agent', 'agents', 'agentSlug'],
  features: [],
  flags: [],
};

/** The number of listings with each value of a facet. */
export function readFacet(world: World, query: Query, name: string): Map<Value, number> {
  const own = OWN[name] ?? [name];
  const obeyed = { ...query, ...Object.fromEntries(own.map((one) => [one, undefined])) };
  // `all` means every status, also instead of the default status.
  // Entries without a value are filtered out.
  const asked = Object.fromEntries(Object.entries(obeyed).filter(([, value]) => value !== undefined)) as Query;
  const found = readListings(world, own.includes('status') ? { ...asked, status: 'all' } : asked);
  const counts = new Map<Value, number>();
  for (const listing of found) {
    for (const value of new Set(FACET_READINGS[name]?.(listing, world) ?? [])) {
      if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}
