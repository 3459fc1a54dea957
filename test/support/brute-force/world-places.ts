import type { Dice } from './dice.js';
import type { DatedListing, SuburbLine } from './lines.js';
import type { Placed } from './map.js';

/** The towns, islands and edges of the map that things are placed around. */
const CENTRES = [
  [-37.8, 145],
  [-37.8, 145],
  [-33.85, 151.2],
  [-31.95, 115.85],
  [-16.8, 179.95],
  [-89.9, 0],
  [0, -180],
] as const;

/** At the pole itself all longitudes are the same point, whose distances differ only by rounding. */
const NEXT_TO_POLE = 89.95;

/**
 * Coordinates on a grid around a town, so that things share places, latitudes and straight lines. Some have none, or
 * only one.
 */
function placed(dice: Dice): Required<Placed> {
  if (dice.chance(0.15)) return { latitude: '', longitude: dice.pick(['', '145']) };
  const [latitude, longitude] = dice.pick(CENTRES);
  const step = (value: number, limit: number) => {
    const degrees = value + (dice.below(21) - 10) * 0.05;
    return String(Number(Math.max(-limit, Math.min(limit, degrees > 180 ? degrees - 360 : degrees)).toFixed(2)));
  };
  return { latitude: step(latitude, NEXT_TO_POLE), longitude: step(longitude, 180) };
}

export const placedSuburbs = (suburbs: readonly SuburbLine[], dice: Dice): SuburbLine[] =>
  suburbs.map((suburb) => ({ ...suburb, ...placed(dice) }));

export const placedListings = (listings: readonly DatedListing[], dice: Dice): DatedListing[] =>
  listings.map((listing) => ({ ...listing, address: { ...listing.address, ...placed(dice) } }));

/** Every fifth listing is at the centre of its suburb, if that is known. */
export const withCentres = (listings: readonly DatedListing[], suburbs: readonly SuburbLine[]): DatedListing[] =>
  listings.map((listing, at) => {
    const { suburb, state, postcode } = listing.address;
    const own = suburbs.find((one) => one.suburb === suburb && one.state === state && one.postcode === postcode);
    if (at % 5 !== 0 || !own?.latitude || !own.longitude) return listing;
    return { ...listing, address: { ...listing.address, latitude: own.latitude, longitude: own.longitude } };
  });
