import { FEATURE_COUNTS, FEATURE_ELEMENTS } from '../mapping/features.js';
import { around, empty, leaf, leafAround, yesNo, type OutgoingListing } from './markup.js';
import { rangeText } from './write-terms.js';

type Line = OutgoingListing['line'];

const ALLOWANCES = ['petFriendly', 'furnished', 'smokers'];
/** Features that are not elements of `features` in the format. */
const ELSEWHERE = new Set([...ALLOWANCES, 'parkingSpaces']);

const COUNTS = FEATURE_COUNTS.filter((name) => !ELSEWHERE.has(name));
const FLAGS = FEATURE_ELEMENTS.filter((name) => !ELSEWHERE.has(name));

/** The format's spelling where it differs from the listing's. */
const SPELLINGS: Record<string, string> = {
  reverseCycleAircon: 'reverseCycleAirCon',
  splitSystemAircon: 'splitSystemAirCon',
};

/** The order of the format; all others at the end. */
const ORDER = `bedrooms bathrooms ensuite garages carports remoteGarage secureParking airConditioning alarmSystem
  vacuumSystem intercom poolInGround poolAboveGround tennisCourt balcony deck courtyard outdoorEnt shed fullyFenced
  openFirePlace openSpaces toilets livingAreas insideSpa outsideSpa broadband builtInRobes dishwasher ductedCooling
  ductedHeating evaporativeCooling floorboards gasHeating gym hydronicHeating payTV reverseCycleAircon rumpusRoom
  splitSystemAircon splitSystemHeating study workshop`.split(/\s+/);

const NAMES = [...COUNTS, ...FLAGS].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));

/** Address, features and areas. */
export const PROPERTY = {
  features: ({ line }: OutgoingListing) => around('features', features(line)),
  allowances: ({ line }: OutgoingListing) => around('allowances', flagsOf(line.features, ALLOWANCES)),
  ecoFriendly: ({ line: { ecoFriendly } }: OutgoingListing) =>
    around('ecoFriendly', flagsOf(ecoFriendly, ['solarPanels', 'solarHotWater', 'waterTank', 'greyWaterSystem'])),
  carSpaces: ({ line }: OutgoingListing) =>
    line.features.parkingSpaces === undefined ? '' : leaf('carSpaces', line.features.parkingSpaces),
  landDetails: ({ line: { landDetails, details } }: OutgoingListing) => {
    const { area, frontage } = landDetails;
    return around('landDetails', [
      areaOf(area, details?.landAreaRange),
      frontage ? leaf('frontage', frontage.value, { unit: 'meter' }) : '',
      ...(details?.depths ?? []).map(({ side, value }) => leaf('depth', value, { unit: 'meter', side })),
      details?.crossOver === undefined ? '' : empty('crossOver', { value: details.crossOver }),
    ]);
  },
  buildingDetails: ({ line: { buildingDetails, details } }: OutgoingListing) => {
    const { area, energyRating } = buildingDetails;
    const others = details?.otherAreas ?? [];
    const total = areaOf(area, details?.buildingAreaRange);
    return around('buildingDetails', [
      // Readers take the first of several areas as the total, so a missing total is written as an empty element.
      total === '' && others.length > 0 ? empty('area', { unit: 'squareMeter' }) : total,
      ...others.map(({ of, value }) => leaf('area', value, { unit: 'squareMeter', of })),
      energyRating === '' ? '' : leaf('energyRating', energyRating),
      details?.newlyBuilt === undefined ? '' : empty('newlyBuilt', { value: yesNo(details.newlyBuilt) }),
    ]);
  },
  address: ({ line }: OutgoingListing) => addressOf(line),
};

function features({ features: given, details, ecoFriendly }: Line): string[] {
  const { heating, hotWaterService } = details ?? {};
  const typed = [
    ...(heating === undefined ? [] : [empty('heating', { type: heating })]),
    // A solar hot water service also implies the eco-friendly feature when it is read back.
    ...(hotWaterService === undefined || (hotWaterService.toLowerCase() === 'solar' && !ecoFriendly.solarHotWater)
      ? []
      : [empty('hotWaterService', { type: hotWaterService })]),
  ];
  const values = given as unknown as Record<string, number | boolean | undefined>; // counts and flags by name
  const elements = NAMES.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    return leaf(SPELLINGS[name] ?? name, typeof value === 'boolean' ? yesNo(value) : value);
  });
  const others = given.otherFeatures === '' ? [] : [leaf('otherFeatures', given.otherFeatures)];
  return [...typed, ...elements, ...others];
}

const flagsOf = (flags: object, names: readonly string[]): string[] =>
  names.map((name) => leaf(name, yesNo((flags as Record<string, unknown>)[name] === true))); // flags by name

function areaOf(area: { value: number } | undefined, range: Parameters<typeof rangeText>[0]): string {
  return area || range ? leafAround('area', area?.value ?? '', rangeText(range), { unit: 'squareMeter' }) : '';
}

function addressOf({ address, details }: Line): string {
  const optional = (['subNumber', 'lotNumber', 'streetNumber'] as const).map((name) =>
    address[name] === '' ? '' : leaf(name, address[name]),
  );
  const isHidden = details?.suburbDisplay === false && !address.display;
  const suburb = leaf('suburb', address.suburb, { display: isHidden ? 'no' : undefined });
  const required = [
    leaf('street', address.street),
    suburb,
    leaf('state', address.state),
    leaf('postcode', address.postcode),
  ];
  const country = address.country === '' ? '' : leaf('country', address.country);
  const named = (name: string, text = '') => (text === '' ? '' : leaf(name, text));
  return around(
    'address',
    [named('site', details?.site), ...optional, ...required, named('region', details?.region), country],
    {
      display: yesNo(address.display),
      streetview: yesNo(address.streetview),
    },
  );
}
