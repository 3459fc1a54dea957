import type { ListingFeatures } from '../listing-line.js';
import type { Random } from '../random/random.js';
import { isStrata } from './demo-property.js';

/** Probability of each feature for a house, and for a dwelling in a larger building. */
export const LIKELIHOODS: [flag: string, house: number, strata: number][] = [
  ['airConditioning', 0.55, 0.5],
  ['alarmSystem', 0.2, 0.05],
  ['balcony', 0.15, 0.7],
  ['broadband', 0.5, 0.6],
  ['builtInRobes', 0.7, 0.75],
  ['courtyard', 0.3, 0.15],
  ['deck', 0.3, 0.02],
  ['dishwasher', 0.65, 0.6],
  ['ductedCooling', 0.25, 0.08],
  ['ductedHeating', 0.3, 0.06],
  ['evaporativeCooling', 0.1, 0],
  ['gasHeating', 0.2, 0.08],
  ['gym', 0.01, 0.12],
  ['hydronicHeating', 0.03, 0.02],
  ['insideSpa', 0.02, 0.03],
  ['intercom', 0.08, 0.6],
  ['openFirePlace', 0.15, 0.01],
  ['outdoorEnt', 0.5, 0.1],
  ['outsideSpa', 0.05, 0.03],
  ['payTV', 0.1, 0.1],
  ['poolInGround', 0.17, 0.14],
  ['poolAboveGround', 0.03, 0],
  ['remoteGarage', 0.4, 0.2],
  ['reverseCycleAircon', 0.3, 0.3],
  ['rumpusRoom', 0.15, 0],
  ['secureParking', 0.35, 0.5],
  ['splitSystemAircon', 0.35, 0.35],
  ['splitSystemHeating', 0.3, 0.3],
  ['tennisCourt', 0.01, 0.02],
  ['vacuumSystem', 0.04, 0],
  ['workshop', 0.12, 0],
  ['study', 0.3, 0.15],
  ['floorboards', 0.35, 0.2],
  ['shed', 0.35, 0],
  ['fullyFenced', 0.5, 0.03],
];

/** Rooms, parking and other features of a dwelling. */
export function dwellingFeatures(random: Random, category: string): ListingFeatures {
  const strata = isStrata(category);
  const bedrooms = bedroomsOf(random.stream('bedrooms'), category);
  const bathrooms = Math.max(
    1,
    Math.min(4, Math.round(bedrooms * 0.55 + random.stream('bathrooms').between(-0.5, 0.6))),
  );
  const ensuite = bathrooms > 1 && random.stream('ensuite').chance(0.75) ? 1 : 0;
  const parking = parkingOf(random.stream('parking'), strata, bedrooms);
  const features: ListingFeatures = {
    bedrooms,
    bathrooms,
    ensuite,
    toilets: bathrooms + (random.stream('toilets').chance(0.3) ? 1 : 0),
    livingAreas: bedrooms > 3 ? random.stream('livingAreas').integer(1, 3) : 1,
    ...parking,
    parkingSpaces: parking.garages + parking.carports + parking.openSpaces,
  };
  for (const [flag, house, inBuilding] of LIKELIHOODS) {
    if (random.stream(flag).chance(strata ? inBuilding : house)) features[flag] = true;
  }
  const others = random.stream('otherFeatures');
  if (others.chance(0.1)) features.otherFeatures = others.pick(OTHER_FEATURES);
  return features;
}

const OTHER_FEATURES = [
  'Butler’s pantry',
  'Solar-heated pool',
  'Close to schools',
  'City glimpses',
  'Wine cellar',
  'Granny flat',
];

function bedroomsOf(random: Random, category: string): number {
  const dice = random.fraction();
  if (category === 'studio') return 0;
  if (isStrata(category)) return dice < 0.28 ? 1 : dice < 0.83 ? 2 : 3;
  if (category !== 'house') return dice < 0.25 ? 2 : dice < 0.85 ? 3 : 4;
  if (dice < 0.08) return 2;
  if (dice < 0.47) return 3;
  return dice < 0.86 ? 4 : dice < 0.97 ? 5 : 6;
}

function parkingOf(random: Random, strata: boolean, bedrooms: number) {
  if (strata) {
    const spaces = random.chance(0.2) ? 0 : bedrooms > 2 ? 2 : 1;
    const covered = random.chance(0.7);
    return { garages: covered ? spaces : 0, carports: 0, openSpaces: covered ? 0 : spaces };
  }
  const garages = random.chance(0.2) ? 0 : random.integer(1, 2);
  const carports = garages === 0 && random.chance(0.6) ? 1 : 0;
  return { garages, carports, openSpaces: random.chance(0.2) ? random.integer(1, 2) : 0 };
}
