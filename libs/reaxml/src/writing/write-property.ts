import { FEATURE_COUNTS, FEATURE_ELEMENTS } from '../mapping/features.js';
import { around, empty, leaf, type Markup, yesNo, type OutgoingListing } from './markup.js';
import { rangeOf } from './write-terms.js';

type Line = OutgoingListing['line'];

const FEATURES = [...FEATURE_COUNTS, ...FEATURE_ELEMENTS];

/** Address, features and areas. */
export const PROPERTY = {
  features: ({ line }: OutgoingListing) => around('features', features(line)),
  allowances: ({ line }: OutgoingListing) =>
    around('allowances', flagsOf(line.features, ['petFriendly', 'furnished', 'smokers'])),
  ecoFriendly: ({ line: { ecoFriendly } }: OutgoingListing) =>
    around('ecoFriendly', flagsOf(ecoFriendly, ['solarPanels', 'solarHotWater', 'waterTank', 'greyWaterSystem'])),
  carSpaces: ({ line }: OutgoingListing) => leaf('carSpaces', line.features.parkingSpaces),
  landDetails: ({ line: { landDetails, details } }: OutgoingListing) => {
    const { area, frontage } = landDetails;
    return around('landDetails', [
      areaOf(area, details?.landAreaRange),
      leaf('frontage', frontage?.value, { unit: 'meter' }),
      ...(details?.depths ?? []).map(({ side, value }) => leaf('depth', value, { unit: 'meter', side })),
      empty('crossOver', { value: details?.crossOver }),
    ]);
  },
  buildingDetails: ({ line: { buildingDetails, details } }: OutgoingListing) => {
    const { area, energyRating } = buildingDetails;
    const others = details?.otherAreas ?? [];
    const total = areaOf(area, details?.buildingAreaRange);
    return around('buildingDetails', [
      // Readers take the first of several areas as the total, so a missing total is written as an empty element.
      total ?? (others.length > 0 ? empty('area', { unit: 'squareMeter' }) : undefined),
      ...others.map(({ of, value }) => leaf('area', value, { unit: 'squareMeter', of })),
      leaf('energyRating', energyRating || undefined),
    ]);
  },
  address: ({ line }: OutgoingListing) => addressOf(line),
};

function features({ features: given, details, ecoFriendly }: Line): (Markup | undefined)[] {
  const { heating, hotWaterService = '' } = details ?? {};
  // A solar hot water service also implies the eco-friendly feature when it is read back.
  const isImplied = hotWaterService.toLowerCase() === 'solar' && !ecoFriendly.solarHotWater;
  const values = given as unknown as Record<string, number | boolean | undefined>; // counts and flags by name
  return [
    empty('heating', { type: heating }),
    empty('hotWaterService', { type: isImplied ? undefined : hotWaterService }),
    leaf('otherFeatures', given.otherFeatures || undefined),
    ...FEATURES.map((name) => {
      const value = values[name];
      return leaf(name, typeof value === 'number' ? value : yesNo(value));
    }),
  ];
}

const flagsOf = (flags: object, names: readonly string[]): Markup['children'] =>
  names.map((name) => leaf(name, yesNo((flags as Record<string, unknown>)[name] === true))); // flags by name

const areaOf = (area: { value: number } | undefined, range: Parameters<typeof rangeOf>[0]): Markup | undefined =>
  area || range ? around('area', [rangeOf(range)], { unit: 'squareMeter' }, area?.value) : undefined;

function addressOf({ address, details }: Line): Markup {
  const { display, streetview, street, suburb, state, postcode } = address;
  const isHidden = details?.suburbDisplay === false && !display;
  const children = [
    leaf('site', details?.site || undefined),
    ...(['subNumber', 'lotNumber', 'streetNumber'] as const).map((name) => leaf(name, address[name] || undefined)),
    leaf('street', street),
    leaf('suburb', suburb, { display: isHidden ? 'no' : undefined }),
    // A region and a state exclude each other.
    state === '' ? leaf('region', details?.region) : leaf('state', state),
    leaf('postcode', postcode),
    leaf('country', address.country || undefined),
  ];
  return around('address', children, { display: yesNo(display), streetview: yesNo(streetview) });
}
