import { RENT_BIT } from '@app/accounts';
import { didYouMean, synonymOf } from '@app/lists';
import { named, oneOf, text, type Kind } from '@app/schema';
import { LISTING_STATUSES } from './listing-statuses.js';

/** The closed sets of values of listings (D31), which are enum types in the database. */
export const LISTING_TYPES = ['residential', 'rental', 'land', 'rural', 'commercial', 'business'] as const;

/** The events of listings (B78): offers, closings and results of auctions. */
export const LISTING_EVENTS = [
  'listed',
  'sold',
  'leased',
  'withdrawn',
  'auction-sold',
  'auction-sold-prior',
  'auction-passed-in',
  'auction-withdrawn',
] as const;
export type ListingEvent = (typeof LISTING_EVENTS)[number];

/**
 * The flags of listings, shared by fields, filters and the database. The nth flag is the nth bit, so new flags must be
 * appended.
 */
export const FEATURE_FLAGS = [
  'airConditioning',
  'alarmSystem',
  'balcony',
  'broadband',
  'builtInRobes',
  'courtyard',
  'deck',
  'dishwasher',
  'ductedCooling',
  'ductedHeating',
  'evaporativeCooling',
  'gasHeating',
  'gym',
  'hydronicHeating',
  'insideSpa',
  'intercom',
  'openFirePlace',
  'outdoorEnt',
  'outsideSpa',
  'payTV',
  'poolInGround',
  'poolAboveGround',
  'remoteGarage',
  'reverseCycleAircon',
  'rumpusRoom',
  'secureParking',
  'splitSystemAircon',
  'splitSystemHeating',
  'tennisCourt',
  'vacuumSystem',
  'workshop',
  'furnished',
  'petFriendly',
  'smokers',
  'study',
  'floorboards',
  'shed',
  'fullyFenced',
] as const;

/** The ways in which the sale of a property closes at a date. */
export const CLOSING_KINDS = ['setSale', 'eoi', 'tender', 'auction'] as const;
export type ClosingKind = (typeof CLOSING_KINDS)[number];

/** Flags that are not features, in the order of their bits. New ones must be prepended, which uses the bit below. */
export const OTHER_FLAGS = [
  'priceReduced',
  'hasFloorplan',
  'hasVideo',
  'hasTour',
  'holiday',
  'depositTaken',
  'underOffer',
  'newConstruction',
  'solarPanels',
  'solarHotWater',
  'waterTank',
  'greyWaterSystem',
] as const;

/** Lower bits are features. Bits from 53 on would not be exact in JSON numbers, which the log contains. */
export const FIRST_OTHER_BIT = 40;
/** The names of all flags, for `anyFeature`. */
export const anyFlag = named(
  'ListingFlag',
  'A feature or another flag of a listing.',
  oneOf([...FEATURE_FLAGS, ...OTHER_FLAGS]),
);

/** A set of listing types as a number, with one bit per type. */
export const typeBits = (types: readonly string[]): number =>
  types.reduce((bits, type) => bits | (1 << LISTING_TYPES.findIndex((known) => known === type)), 0);

/** All sets that contain one of these types. */
export const setsWithAny = (types: readonly string[]): number[] =>
  Array.from({ length: 1 << LISTING_TYPES.length }, (_, set) => set).filter((set) => (set & typeBits(types)) !== 0);

/** The bit number of each flag. */
export const FLAG_BITS: ReadonlyMap<string, number> = new Map<string, number>([
  ...FEATURE_FLAGS.map((name, at) => [name, at] as const),
  ...OTHER_FLAGS.map((name, at) => [name, FIRST_OTHER_BIT + at] as const),
]);
const BITS = [...FLAG_BITS].map(([name, bit]) => [name, 1n << BigInt(bit)] as const);

/**
 * The bits of the flags that are set, or whose value passes the test. Decimal digits, because they exceed the range of
 * a number.
 */
export const bitsOf = (features: object, isSet?: (value: unknown) => boolean): string =>
  String(flagBits(features, isSet));

function flagBits(features: object, isSet: (value: unknown) => boolean = (value) => value === true): bigint {
  const given = features as Record<string, unknown>; // flags are looked up by name
  let bits = 0n;
  for (const [name, bit] of BITS) if (isSet(given[name])) bits |= bit;
  return bits;
}

/** The bits of flags by name. */
export const bitsNamed = (names: readonly string[]): bigint =>
  names.reduce((bits, name) => bits | (1n << BigInt(FLAG_BITS.get(name) ?? 0)), 0n);

/** The bits of the flags of several objects, and of whether the compared price is a rent. */
export const bitsOfAll = (objects: readonly object[], isRent: boolean): string =>
  String(objects.reduce((bits, one) => bits | flagBits(one), isRent ? 1n << BigInt(RENT_BIT) : 0n));

export const listingType = named('ListingType', 'Type of the offer.', oneOf(LISTING_TYPES));
export const listingStatus = named(
  'ListingStatus',
  'State of a listing. `current`: offered now.',
  oneOf(LISTING_STATUSES),
);
export const listingStatusFilter = named(
  'ListingStatusFilter',
  'State of listings to find. `all`: any.',
  oneOf(['all', ...LISTING_STATUSES]),
);
const ACCURACIES = ['exact', 'suburb'] as const;
export type LocationAccuracy = (typeof ACCURACIES)[number];
export const locationAccuracy = named(
  'LocationAccuracy',
  'The accuracy of coordinates: the address of the listing, or the centre of its suburb.',
  oneOf(ACCURACIES),
);
const LIST_VIEWS = ['full', 'card'] as const;
export type ListView = (typeof LIST_VIEWS)[number];
const listView = named('ListView', 'The form of the items of a list.', oneOf(LIST_VIEWS));
/** The parameter for the form of the items, with the default of an operation. */
export const viewAs = (initial: ListView) =>
  [listView, 'The form of the items.', { initial, selectsForm: true }] as const;
/** The explanation of a card in descriptions of operations. */
export const CARD = 'the short form of an item for lists of results and maps, of at most 1,400 bytes';
/** The categories of homes that REAXML names; others are kept as they come. */
const CATEGORIES = ['House', 'Unit', 'Townhouse', 'Villa', 'Apartment', 'Flat', 'Studio', 'Terrace'];
/** A category of homes; known synonyms, such as `houses`, are refused (B75). */
export const homeCategory: Kind<string> = {
  ...text(200),
  parse: (raw) => (synonymOf(raw, CATEGORIES) === undefined ? text(200).parse(raw) : undefined),
  faultOf: (raw) => `${raw} is not one${didYouMean(synonymOf(raw, CATEGORIES))}`,
  wants: 'a category',
};
export const saleOrLeaseOnly = named(
  'SaleOrLease',
  'Whether commercial properties are for sale or for lease.',
  oneOf(['sale', 'lease']),
);
