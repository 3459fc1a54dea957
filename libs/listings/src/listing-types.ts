/** The closed sets of values of listings (D31); enum types in the database. */
export const LISTING_TYPES = ['residential', 'rental', 'land', 'rural', 'commercial', 'business'] as const;
export const LISTING_STATUSES = ['current', 'sold', 'leased', 'withdrawn', 'offmarket'] as const;

/**
 * The flags of listings. Fields, filters and the database use this list: the nth flag is the nth bit, so new flags go
 * to the end.
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

/** A set of listing types as a number: one bit for each type, in their order. */
export const typeBits = (types: readonly string[]): number =>
  types.reduce((bits, type) => bits | (1 << LISTING_TYPES.findIndex((known) => known === type)), 0);

/** All sets that contain one of these types. */
export const setsWithAny = (types: readonly string[]): number[] =>
  Array.from({ length: 1 << LISTING_TYPES.length }, (_, set) => set).filter((set) => (set & typeBits(types)) !== 0);

/** The bit of each flag. */
const BITS = new Map<string, bigint>(FEATURE_FLAGS.map((name, at) => [name, 1n << BigInt(at)]));

/**
 * The bits of the flags that are set, or have such a value. Decimal digits, because they exceed the range of a number.
 */
export function bitsOf(features: object, isSet: (value: unknown) => boolean = (value) => value === true): string {
  const given = features as Record<string, unknown>; // flags are looked up by name
  let bits = 0n;
  for (const [name, bit] of BITS) if (isSet(given[name])) bits |= bit;
  return String(bits);
}
