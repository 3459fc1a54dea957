import type { PlaceParts, Query, SuburbLine, World } from './lines.js';
import type { Placed } from './map.js';
import { remembered } from './remembered.js';
import { fold, isOneOf, isSame, itemsOf, plain } from './texts.js';

const joined = (separator: string, parts: (string | undefined)[]): string => parts.filter(Boolean).join(separator);

/** "Richmond VIC 3121" (D6). */
export const fullSuburbOf = ({ suburb, state, postcode }: PlaceParts): string => joined(' ', [suburb, state, postcode]);

/** "3/39 Main Road", "Lot 5 Main Road" (D6). */
function streetAddressOf(address: Readonly<Record<string, unknown>>): string {
  const { subNumber, streetNumber, lotNumber, street } = address as Record<string, string | undefined>;
  const number = joined('/', [subNumber, streetNumber]);
  return joined(' ', [number || (lotNumber && `Lot ${lotNumber}`), street]);
}

/** "3/39 Main Road, Richmond VIC 3121", unless the line has its own text (D6). */
export function fullAddressOf(address: PlaceParts & { readonly fullAddress?: string }): string {
  return address.fullAddress || joined(', ', [streetAddressOf({ ...address }), fullSuburbOf(address)]);
}

const NO_NUMBER = { subNumber: '', streetNumber: '' };

/** The texts that find an address: its own, and by its lot if it has a number as well. */
export function addressTextsOf(address: PlaceParts & { readonly fullAddress?: string }): string[] {
  const { lotNumber, subNumber, streetNumber } = address as Readonly<Record<string, string | undefined>>;
  const whole = fullAddressOf({ ...address, fullAddress: '' });
  const ofLot = fullAddressOf({ ...address, ...NO_NUMBER, fullAddress: '' });
  return [
    fullAddressOf(address),
    ...(lotNumber && (subNumber || streetNumber) ? [ofLot, `Lot ${lotNumber}, ${whole}`] : []),
  ];
}

/** The suburb of the reference data that an address belongs to. */
export const suburbOf = (
  world: World,
  { suburb = '', state = '', postcode = '' }: PlaceParts,
): SuburbLine | undefined =>
  world.suburbs.find(
    (known) => isSame(known.suburb, suburb) && isSame(known.state, state) && isSame(known.postcode, postcode),
  );

const IN_FULL: Readonly<Record<string, string>> = {
  st: 'saint',
  mt: 'mount',
  nth: 'north',
  e: 'east',
  pt: 'point',
  crk: 'creek',
  victoria: 'vic',
};

/**
 * Normalizes names of places for comparison: without punctuation and accents, with abbreviations in full. Patterns of
 * LIKE are literal.
 */
const inFull = remembered((text: string) => {
  if (/[%_\\]/.test(text)) return fold(text.trim());
  const words = plain(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.map((word) => IN_FULL[word] ?? word).join(' ');
});

const STATE = /(^|\s)(act|nsw|nt|qld|sa|tas|vic|victoria|wa)\b/i;
const POSTCODE = /(^|\s)\d{4}$/;
const TAIL = /^(act|nsw|nt|qld|sa|tas|vic|victoria|wa)?(^|\s|$)(\d{4})?$/i;

/** Splits at commas, except a comma in a name before its state or postcode. */
const placesIn = remembered((values: string): string[] => {
  const places: string[] = [];
  for (const raw of values.split(',')) {
    const item = raw.trim();
    const before = places.at(-1) ?? '';
    const isTail = item !== '' && before !== '' && TAIL.test(item) && before !== '';
    const isNew =
      (STATE.test(item) ? !STATE.test(before) : true) && (POSTCODE.test(item) ? !POSTCODE.test(before) : true);
    // Postcodes are also listed alone: "Richmond,2000".
    const isAlone = /^\d{4}$/.test(raw) && !STATE.test(before);
    if (isTail && isNew && !isAlone) places.splice(-1, 1, `${before} ${item}`);
    else places.push(item);
  }
  return places.filter((place) => place !== '');
});

const isOneOfPlaces = (texts: readonly string[], values: string): boolean => {
  const known = new Set(texts.map(inFull));
  return placesIn(values).some((value) => known.has(inFull(value)));
};

const LOCATION = ['suburb', 'fullSuburb', 'postcode', 'region', 'areaname'] as const;

/** The names by which `region` finds a suburb: of its region and its area, also without "Greater". */
export const regionsOf = (known: SuburbLine | undefined): string[] =>
  [known?.regionName ?? '', known?.areaName ?? ''].flatMap((name) => [name, name.replace(/^greater /i, '')]);

/** The name by which people call a suburb besides its own. */
const CALLED: Readonly<Record<string, string>> = { 'brisbane city': 'Brisbane' };

function matches(place: PlaceParts, known: SuburbLine | undefined, query: Query): boolean {
  const { suburb = '', state = '', postcode = '' } = place;
  const texts: Record<(typeof LOCATION)[number], readonly string[]> = {
    suburb: [suburb, CALLED[fold(suburb)] ?? ''].flatMap((name) =>
      name === ''
        ? []
        : [name, `${name} ${state}`, `${name} ${postcode}`, fullSuburbOf({ suburb: name, state, postcode })],
    ),
    fullSuburb: [fullSuburbOf(place)],
    postcode: [postcode],
    region: regionsOf(known),
    areaname: [known?.areaName ?? ''],
  };
  return LOCATION.every((name) => {
    const asked = query[name];
    if (asked === undefined) return true;
    return name === 'postcode' ? isOneOf(postcode, asked) : isOneOfPlaces(texts[name], asked);
  });
}

const isOneOfStates = (state: string, values: string): boolean =>
  itemsOf(values).some((value) => inFull(value) === inFull(state));

/**
 * The location filters, folded (D5). They include the suburbs around those that match (D27), in the requested state.
 */
export function isPlacedWithin(world: World, place: PlaceParts, query: Query, widened = false): boolean {
  if (query['state'] !== undefined && !isOneOfStates(place.state ?? '', query['state'])) return false;
  if (matches(place, suburbOf(world, place), query)) return true;
  if (!widened || LOCATION.every((name) => query[name] === undefined)) return false;
  const own = suburbOf(world, place)?.slug;
  return world.suburbs
    .filter((suburb) => matches(suburb, suburb, query))
    .some(({ surroundingSuburbs }) => surroundingSuburbs?.some(({ slug }) => slug === own) ?? false);
}

/**
 * Whether a place is in one of the suburbs or postcodes of a list; a name of neither may be that of a region or an area
 * (B76). Includes the suburbs around them on demand (D27).
 */
export function inPlaces(world: World, values: string, widened: boolean): (place: PlaceParts) => boolean {
  const isNamed = (one: PlaceParts, item: string): boolean =>
    matches(one, undefined, { suburb: item }) || matches(one, undefined, { postcode: item });
  const items = placesIn(values).map((item) => ({
    item,
    isOfRegion: !world.suburbs.some((suburb) => isNamed(suburb, item)),
  }));
  const isIn = (one: PlaceParts): boolean =>
    items.some(({ item, isOfRegion }) =>
      isOfRegion ? isNamed(one, item) || matches(one, suburbOf(world, one), { region: item }) : isNamed(one, item),
    );
  const around = world.suburbs
    .filter((suburb) => widened && isIn(suburb))
    .flatMap((one) => one.surroundingSuburbs ?? []);
  const slugs = new Set(around.map(({ slug }) => slug));
  return (place) => isIn(place) || slugs.has(suburbOf(world, place)?.slug ?? '');
}

/**
 * The source of the coordinates of an address: its suburb or the address itself (B31); undefined without coordinates.
 */
export function accuracyOf({ address }: { readonly address: PlaceParts & Placed }, world: World) {
  if (!address.latitude || !address.longitude) return undefined;
  const { latitude, longitude } = suburbOf(world, address) ?? {};
  const isCentre = Number(latitude) === Number(address.latitude) && Number(longitude) === Number(address.longitude);
  return isCentre ? 'suburb' : 'exact';
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

/** An instant as `YYYY-MM-DD` in a time zone. */
export const dayIn = remembered((zone: string, instant: string) =>
  // The Swedish locale formats dates as ISO 8601 does.
  new Date(instant).toLocaleDateString('sv-SE', { timeZone: zone }),
);
