import { stateNamed } from '@app/address';
import type { ListingLine } from '@app/listings';
import type { FeedListing, FeedNote } from '@app/reaxml';
import type { ReferencePlace } from '@app/suburbs';
import { distance } from 'geokdbush';
import { hasCentre } from './feed-places.js';

type Pair = readonly [latitude: string, longitude: string];

/** The largest distance of a listing from the centre of its suburb. */
const MAX_KM = 100;

/** The fault of coordinates; undefined if they may be right. */
function faultOf(pair: Pair, place: ReferencePlace | undefined): string | undefined {
  const [latitude, longitude] = pair.map(Number) as [number, number]; // of a pair
  if (hasCentre(place)) {
    const kilometres = Math.round(distance(longitude, latitude, place.longitude, place.latitude));
    return kilometres <= MAX_KM ? undefined : `is ${kilometres} km from ${place.suburb}`;
  }
  // With the external territories, from the Cocos Islands to Norfolk Island.
  const isInAustralia = latitude > -56 && latitude < -8 && longitude > 96 && longitude < 169;
  return isInAustralia ? undefined : 'is not in Australia';
}

/** Whether the country of an address, or else its state, is not Australian. */
const isAbroad = ({ country, state }: NonNullable<FeedListing['patch']['address']>): boolean =>
  country ? country !== 'Australia' : Boolean(state) && stateNamed(state ?? '') === undefined;

/** "38", "-38" */
const signsOf = (degrees: string): string[] => [degrees, degrees.startsWith('-') ? degrees.slice(1) : `-${degrees}`];

/**
 * The entry with coordinates within 100 km of the centre of its suburb; if the centre is unknown, in Australia, unless
 * the address is in another country. A wrong sign is corrected; other wrong coordinates are left out.
 */
export function withPlausibleCoordinates(
  entry: FeedListing,
  before: ListingLine | undefined,
  place: ReferencePlace | undefined,
): { readonly entry: FeedListing; readonly notes: readonly FeedNote[] } {
  const { latitude, longitude, ...address } = entry.patch.address ?? {};
  if (!latitude || !longitude || (!place && isAbroad({ ...before?.address, ...address }))) return { entry, notes: [] };
  const given: Pair = [latitude, longitude];
  const fault = faultOf(given, place);
  if (fault === undefined) return { entry, notes: [] };
  const pairs = signsOf(latitude).flatMap((north) => signsOf(longitude).map((east): Pair => [north, east]));
  const right = pairs.find((pair) => faultOf(pair, place) === undefined);
  const done = right ? `read as ${right.join(', ')}` : 'left out';
  const corrected = right ? { ...address, latitude: right[0], longitude: right[1] } : address;
  return {
    entry: { ...entry, patch: { ...entry.patch, address: corrected } },
    notes: [{ ...entry.coordinates, problem: `"${given.join(', ')}" ${fault}`, done }],
  };
}
