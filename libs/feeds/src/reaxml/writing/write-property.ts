import { FEATURE_COUNTS, FEATURE_FLAGS } from '../mapping/features.js';
import { around, leaf } from './markup.js';
import { yesNo, type OutgoingListing } from './outgoing.js';

type Line = OutgoingListing['line'];

const ALLOWANCES = ['petFriendly', 'furnished', 'smokers'];
/** The format has no element for these among `features`. */
const ELSEWHERE = new Set([...ALLOWANCES, 'parkingSpaces']);

const COUNTS = FEATURE_COUNTS.filter((name) => !ELSEWHERE.has(name));
const FLAGS = FEATURE_FLAGS.filter((name) => !ELSEWHERE.has(name));

/** The format's own spelling, where it is not the listing's. */
const SPELLINGS: Record<string, string> = {
  reverseCycleAircon: 'reverseCycleAirCon',
  splitSystemAircon: 'splitSystemAirCon',
};

/** The order of the format; what it does not name, at the end. */
const ORDER = `bedrooms bathrooms ensuite garages carports remoteGarage secureParking airConditioning alarmSystem
  vacuumSystem intercom poolInGround poolAboveGround tennisCourt balcony deck courtyard outdoorEnt shed fullyFenced
  openFirePlace openSpaces toilets livingAreas insideSpa outsideSpa broadband builtInRobes dishwasher ductedCooling
  ductedHeating evaporativeCooling floorboards gasHeating gym hydronicHeating payTV reverseCycleAircon rumpusRoom
  splitSystemAircon splitSystemHeating study workshop`.split(/\s+/);

const NAMES = [...COUNTS, ...FLAGS].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));

/** What the property is like, and where. */
export const PROPERTY = {
  features: ({ line }: OutgoingListing) => around('features', features(line)),
  allowances: ({ line }: OutgoingListing) => around('allowances', flagsOf(line.features, ALLOWANCES)),
  ecoFriendly: ({ line: { ecoFriendly } }: OutgoingListing) =>
    around('ecoFriendly', flagsOf(ecoFriendly, ['solarPanels', 'solarHotWater', 'waterTank', 'greyWaterSystem'])),
  carSpaces: ({
    line: {
      features: { parkingSpaces },
    },
  }: OutgoingListing) => (parkingSpaces === undefined ? '' : leaf('carSpaces', parkingSpaces)),
  landDetails: ({ line: { landDetails } }: OutgoingListing) => {
    const { area, frontage } = landDetails;
    return around('landDetails', [areaOf(area), frontage ? leaf('frontage', frontage.value, { unit: 'meter' }) : '']);
  },
  buildingDetails: ({ line: { buildingDetails } }: OutgoingListing) => {
    const { area, energyRating } = buildingDetails;
    return around('buildingDetails', [areaOf(area), energyRating === '' ? '' : leaf('energyRating', energyRating)]);
  },
  address: ({ line }: OutgoingListing) => addressOf(line),
};

function features({ features: given }: Line): string[] {
  const values = given as unknown as Record<string, number | boolean | undefined>; // its counts and flags
  const elements = NAMES.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    return leaf(SPELLINGS[name] ?? name, typeof value === 'boolean' ? yesNo(value) : value);
  });
  return given.otherFeatures === '' ? elements : [...elements, leaf('otherFeatures', given.otherFeatures)];
}

const flagsOf = (flags: object, names: readonly string[]): string[] =>
  names.map((name) => leaf(name, yesNo((flags as Record<string, unknown>)[name] === true))); // flags by name

const areaOf = (area: { value: number } | undefined): string =>
  area ? leaf('area', area.value, { unit: 'squareMeter' }) : '';

function addressOf({ address }: Line): string {
  const optional = (['subNumber', 'lotNumber', 'streetNumber'] as const).map((name) =>
    address[name] === '' ? '' : leaf(name, address[name]),
  );
  const required = (['street', 'suburb', 'state', 'postcode'] as const).map((name) => leaf(name, address[name]));
  const country = address.country === '' ? '' : leaf('country', address.country);
  return around('address', [...optional, ...required, country], {
    display: yesNo(address.display),
    streetview: yesNo(address.streetview),
  });
}
