import type { Market } from '../places/demo-place.js';
import type { Random } from '../random/random.js';
import { choiceOf } from '../random/weighted-choice.js';
import type { PropertyKind } from './demo-property.js';

/** Weights of the property kinds. A dwelling is listed for sale and for rent, the others only as their own kind. */
export const KINDS = choiceOf<PropertyKind>({ dwelling: 87, land: 6, rural: 3, commercial: 3, business: 1 });

const CITY_DWELLINGS = choiceOf({
  house: 47,
  apartment: 25,
  unit: 11,
  townhouse: 10,
  villa: 3,
  terrace: 2,
  studio: 1,
  flat: 1,
});
const COUNTRY_DWELLINGS = choiceOf({ house: 76, unit: 12, townhouse: 5, apartment: 4, villa: 3 });
const LAND = choiceOf({ Residential: 92, Commercial: 8 });
const RURAL = choiceOf({
  Lifestyle: 40,
  Livestock: 18,
  Cropping: 12,
  MixedFarming: 12,
  Horticulture: 6,
  Viticulture: 5,
  Farmlet: 4,
  Dairy: 2,
  Other: 1,
});
const COMMERCIAL = choiceOf({
  Offices: 30,
  Retail: 28,
  'Industrial/Warehouse': 24,
  'Medical/Consulting': 8,
  'Showrooms/Bulky Goods': 5,
  'Hotel/Leisure': 3,
  'Land/Development': 2,
});
const BUSINESS = choiceOf({
  'Food/Hospitality': 38,
  Retail: 20,
  'Beauty/Health': 14,
  Services: 10,
  Automotive: 6,
  Franchise: 5,
  'Accommodation/Tourism': 4,
  'Education/Training': 2,
  'Transport/Distribution': 1,
});

/** The category of a property: for dwellings as in the specification, for others as in REAXML. */
export function drawCategory(random: Random, kind: PropertyKind, market: Market): string {
  const choices = {
    dwelling: isCity(market) ? CITY_DWELLINGS : COUNTRY_DWELLINGS,
    land: LAND,
    rural: RURAL,
    commercial: COMMERCIAL,
    business: BUSINESS,
  };
  return choices[kind].draw(random);
}

/** Whether a suburb belongs to a capital city: regions are named "Greater Sydney", "Rest of NSW" and so on. */
export function isCity({ place }: Market): boolean {
  return !place.regionName.startsWith('Rest of ');
}
