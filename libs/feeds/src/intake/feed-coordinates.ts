import { stateNamed } from '@app/address';
import type { ListingLine } from '@app/listings';
import type { FeedListing, FeedNote } from '@app/reaxml';
import { kilometresBetween, type ReferencePlace } from '@app/suburbs';

type Pair = Pick<ListingLine['address'], 'latitude' | 'longitude'>;

/** The largest distance of a listing from the centre of its suburb. */
const MAX_KM = 100;

/** Around Australia and its external territories, from the Cocos Islands to Norfolk Island. */
const [WEST, SOUTH, EAST, NORTH] = [96, -56, 169, -8];

export const hasCentre = (
  place: ReferencePlace | undefined,
): place is ReferencePlace & { latitude: number; longitude: number } =>
  place !== undefined && place.latitude !== null && place.longitude !== null;

/** The fault of coordinates; undefined if they may be right. */
function faultOf(pair: Pair, place: ReferencePlace | undefined): string | undefined {
  const [latitude, longitude] = [Number(pair.latitude), Number(pair.longitude)];
  if (!hasCentre(place)) {
    const isInside = latitude > SOUTH && latitude < NORTH && longitude > WEST && longitude < EAST;
    return isInside ? undefined : 'is not in Australia';
  }
  const distance = kilometresBetween({ latitude, longitude }, place);
  return distance <= MAX_KM ? undefined : `is ${Math.round(distance)} km from ${place.suburb} ${place.postcode}`;
}

/** Whether an address is in another country, by its country or else by its state. */
function isAbroad({ patch: { address } }: FeedListing, before: ListingLine | undefined): boolean {
  const [country, state] = (['country', 'state'] as const).map(
    (name) => address?.[name] ?? before?.address[name] ?? '',
  );
  return country ? country !== 'Australia' : Boolean(state) && stateNamed(state ?? '') === undefined;
}

const opposite = (degrees: string): string => (degrees.startsWith('-') ? degrees.slice(1) : `-${degrees}`);

/** The pair with another sign of one number or both. */
const withOtherSigns = ({ latitude, longitude }: Pair): Pair[] => [
  { latitude: opposite(latitude), longitude },
  { latitude, longitude: opposite(longitude) },
  { latitude: opposite(latitude), longitude: opposite(longitude) },
];

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
  const given = latitude && longitude ? { latitude, longitude } : undefined;
  const fault = given && (place || !isAbroad(entry, before)) ? faultOf(given, place) : undefined;
  if (!given || fault === undefined) return { entry, notes: [] };
  const corrected = withOtherSigns(given).find((pair) => faultOf(pair, place) === undefined);
  const [problem, done] = [
    `"${given.latitude}, ${given.longitude}" ${fault}`,
    corrected && Object.values(corrected).join(', '),
  ];
  return {
    entry: { ...entry, patch: { ...entry.patch, address: { ...address, ...corrected } } },
    notes: [{ ...entry.coordinates, problem, done: done ? `read as ${done}` : 'left out' }],
  };
}
