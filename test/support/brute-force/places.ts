import type { PlaceParts, Query, SuburbLine, World } from './lines.js';
import { remembered } from './remembered.js';
import { fold, isOneOf, isSame } from './texts.js';

const joined = (separator: string, parts: (string | undefined)[]): string => parts.filter(Boolean).join(separator);

/** "Richmond VIC 3121" (D6). */
export const fullSuburbOf = ({ suburb, state, postcode }: PlaceParts): string => joined(' ', [suburb, state, postcode]);

/** "3/39 Main Road", "Lot 5 Main Road" (D6). */
function streetAddressOf(address: Readonly<Record<string, unknown>>): string {
  const { subNumber, streetNumber, lotNumber, street } = address as Record<string, string | undefined>;
  const number = joined('/', [subNumber, streetNumber]);
  return joined(' ', [number || (lotNumber && `Lot ${lotNumber}`), street]);
}

/** "3/39 Main Road, Richmond VIC 3121", unless it was supplied (D6). */
export function fullAddressOf(address: PlaceParts & { readonly fullAddress?: string }): string {
  return address.fullAddress || joined(', ', [streetAddressOf({ ...address }), fullSuburbOf(address)]);
}

/** The reference suburb of an address. */
export const suburbOf = (
  world: World,
  { suburb = '', state = '', postcode = '' }: PlaceParts,
): SuburbLine | undefined =>
  world.suburbs.find(
    (known) => isSame(known.suburb, suburb) && isSame(known.state, state) && isSame(known.postcode, postcode),
  );

const LOCATION = ['suburb', 'fullSuburb', 'postcode', 'region', 'areaname'] as const;

function matches(place: PlaceParts, known: SuburbLine | undefined, query: Query): boolean {
  const texts: Record<(typeof LOCATION)[number], string> = {
    suburb: place.suburb ?? '',
    fullSuburb: fullSuburbOf(place),
    postcode: place.postcode ?? '',
    region: known?.regionName ?? '',
    areaname: known?.areaName ?? '',
  };
  return LOCATION.every((name) => query[name] === undefined || isOneOf(texts[name], query[name]));
}

/** The location filters, exact (D5); with the suburbs around those that they match (D27), of the asked state. */
export function isPlacedWithin(world: World, place: PlaceParts, query: Query, widened = false): boolean {
  if (query['state'] !== undefined && !isOneOf(place.state ?? '', query['state'])) return false;
  if (matches(place, suburbOf(world, place), query)) return true;
  if (!widened || LOCATION.every((name) => query[name] === undefined)) return false;
  const own = suburbOf(world, place)?.slug;
  return world.suburbs
    .filter((suburb) => matches(suburb, suburb, query))
    .some(({ surroundingSuburbs }) => surroundingSuburbs?.some(({ slug }) => slug === own) ?? false);
}

const STATE_ZONES: Record<string, string> = {
  nt: 'Australia/Darwin',
  qld: 'Australia/Brisbane',
  sa: 'Australia/Adelaide',
  tas: 'Australia/Hobart',
  vic: 'Australia/Melbourne',
  wa: 'Australia/Perth',
};

/** The time zone of an address: that of its suburb, else that of its state. */
export const zoneOf = (world: World, place: PlaceParts): string =>
  suburbOf(world, place)?.timeZone || STATE_ZONES[fold(place.state ?? '')] || 'Australia/Sydney';

/** `YYYY-MM-DD` of an instant in a zone. */
export const dayIn = remembered((zone: string, instant: string) =>
  // Swedish writes dates as ISO 8601 does.
  new Date(instant).toLocaleDateString('sv-SE', { timeZone: zone }),
);
