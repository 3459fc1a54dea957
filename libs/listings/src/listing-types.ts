/** The closed sets of listings (D31); the store has them as enum types. */
export const LISTING_TYPES = ['residential', 'rental', 'land', 'rural', 'commercial', 'business'] as const;
export const LISTING_STATUSES = ['current', 'sold', 'leased', 'withdrawn', 'offmarket'] as const;

/** The flags that listings can be filtered by: one list for fields, filters and the store. */
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

export type ListingType = (typeof LISTING_TYPES)[number];
export type ListingStatus = (typeof LISTING_STATUSES)[number];
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];
