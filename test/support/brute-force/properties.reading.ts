import { addressKey } from '@app/address';
import type { AddressParts, DatedListing, Query, World } from './lines.js';
import { alphabetical } from './listings.order.js';
import { carSpacesOf } from './listings.values.js';
import { inOrder } from './orders.js';
import { byDistance, isOnMap } from './map.js';
import { accuracyOf, addressTextsOf, isPlacedWithin } from './places.js';
import { isAnyId, isOneOf } from './texts.js';
import { isFoundByWords, isPartOfAddress } from './words.js';

/** A physical address with its listings, the latest first (D30). */
export interface PropertyReading {
  /** The id that the service assigns. */
  readonly id?: number;
  readonly address: AddressParts;
  /** The creation time of its first listing. */
  readonly createdAt: string;
  readonly listings: readonly DatedListing[];
  readonly latest: DatedListing;
  readonly shown: DatedListing;
}

const EMPTY = {
  country: '',
  state: '',
  postcode: '',
  suburb: '',
  street: '',
  streetNumber: '',
  subNumber: '',
  lotNumber: '',
};

/** Addresses with the same key are one property. A listing without a street has a key of its own (D30). */
const keyOf = ({ address, _id }: DatedListing): string => addressKey({ ...EMPTY, ...address }) ?? _id;

/** All properties, in the order in which the lines first mention them. */
export function propertiesOf(world: World): PropertyReading[] {
  const { listings } = world;
  const groups = new Map<string, DatedListing[]>();
  for (const listing of listings) groups.set(keyOf(listing), [...(groups.get(keyOf(listing)) ?? []), listing]);
  return [...groups.values()].map((lines) => {
    const sorted = lines.toSorted((a, b) => Date.parse(b.modtime) - Date.parse(a.modtime));
    const [latest] = sorted;
    const [first] = lines;
    if (!latest || !first) throw new Error('A group has a line');
    const shown = sorted.find(({ status }) => status === 'current') ?? latest;
    // The first coordinates other than those of the suburb, else those of the first line.
    const { latitude, longitude } = (lines.find((line) => accuracyOf(line, world) === 'exact') ?? first).address;
    return {
      address: { ...first.address, latitude, longitude },
      createdAt: first.createdAt,
      listings: sorted,
      latest,
      shown,
    };
  });
}

type Reading = (property: PropertyReading, value: string, world: World) => boolean;

const together: Reading = () => true;
const featureOf = ({ latest }: PropertyReading, name: string): unknown => latest.features?.[name];

/** The meaning of each parameter of the list of properties, according to the decisions. */
export const PROPERTY_READINGS: Readonly<Record<string, Reading>> = {
  page: together,
  cursor: together,
  limit: together,
  near: together,
  radius: together,
  bbox: together,
  polygon: together,
  sort: together,
  view: together,
  suburb: together,
  fullSuburb: together,
  state: together,
  postcode: together,
  ids: ({ id }, values) => isAnyId([id], values),
  bedrooms: (property, value) => featureOf(property, 'bedrooms') === Number(value),
  bathrooms: (property, value) => featureOf(property, 'bathrooms') === Number(value),
  carspaces: ({ latest }, value) => carSpacesOf(latest) === Number(value),
  s: ({ listings }, value, world) => listings.some((listing) => isFoundByWords(listing, value, world)),
  address: ({ address }, value) => addressTextsOf(address).some((text) => isPartOfAddress(text, value)),
  street: ({ address }, value) => isPartOfAddress(address.street ?? '', value),
  listingType: ({ listings }, values) => listings.some(({ listingType }) => isOneOf(listingType, values)),
};

/** The orders of properties. Lines do not contain the time of the last change. */
export const PROPERTY_ORDERS: Readonly<Record<string, (a: PropertyReading, b: PropertyReading) => number>> = {
  alphabetical,
  id: () => 0,
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
};

/** The properties that a query selects, in order. */
export function readProperties(world: World, properties: readonly PropertyReading[], query: Query): PropertyReading[] {
  const found = properties.filter(
    (property) =>
      Object.entries(query).every(([name, value]) => PROPERTY_READINGS[name]?.(property, value, world)) &&
      isPlacedWithin(world, property.address, query) &&
      isOnMap(property.address, query),
  );
  const { near, sort = 'id' } = query;
  const distance = byDistance(near);
  const byId = ({ id = 0 }: PropertyReading) => id;
  if (sort !== 'distance') return inOrder(found, PROPERTY_ORDERS, sort, byId);
  return found.toSorted((a, b) => distance(a.address, b.address) || byId(a) - byId(b));
}
