import { placeNames, placeReadings, postcodeKey, stateKey, type PlaceReading } from './place-names.js';
import { PLACE_WORDS } from './place-words.js';
import { POPULAR_AREAS } from './popular-areas.js';

/** The names of a suburb and of the region and area that contain it. */
export interface NamedPlace {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  /** Suburb, state and postcode. */
  readonly name: string;
  readonly regionName: string;
  readonly areaName: string;
}

/** The kinds of places that a text may name, and the filters that find them. */
export type NameOfPlace = 'suburb' | 'fullSuburb' | 'region' | 'areaname' | 'state' | 'postcode';

/** Identifies the algorithm and tables of the keys: a change requires stored keys to be rebuilt. */
export const PLACE_KEYS = `2 ${PLACE_WORDS}`;

export const nameKey = (kind: NameOfPlace, ...parts: string[]): string => `${kind}:${parts.join('|')}`;

/** The keys of a place; a text that refers to it has one of them (`keysNaming`). */
export function placeKeys({ suburb, state, postcode, name, regionName, areaName }: NamedPlace): string[] {
  const [code, digits] = [stateKey(state), postcodeKey(postcode)];
  const within = (kind: NameOfPlace, named: string) =>
    placeNames(named).flatMap((one) => [nameKey(kind, one, '', ''), nameKey(kind, one, code, '')]);
  const keys = [
    ...within('suburb', suburb),
    ...placeNames(suburb).flatMap((one) => [nameKey('suburb', one, code, digits), nameKey('suburb', one, '', digits)]),
    ...keysNaming('fullSuburb', name),
    ...within('region', regionName),
    ...within('areaname', areaName),
    // "Sydney - Inner West" is also "Inner West".
    ...within('areaname', areaName.replace(/^.* - /, '')),
    nameKey('state', code),
    nameKey('postcode', digits),
  ];
  return [...new Set(keys)];
}

/** The canonical name of a place with state and postcode, which is searched by parts (`partsOfNames`). */
export const placeText = ({ suburb, state, postcode }: Pick<NamedPlace, 'suburb' | 'state' | 'postcode'>): string =>
  [placeNames(suburb)[0] ?? '', stateKey(state), postcodeKey(postcode)].filter(Boolean).join(' ');

/** The keys of the places that a text refers to, as the value of a filter. A region may also be an area (B75). */
export function keysNaming(kind: NameOfPlace, text: string): string[] {
  if (kind === 'region') return (['region', 'areaname'] as const).flatMap((one) => keysOfRegion(one, text));
  if (kind === 'state') return [nameKey(kind, stateKey(text))];
  if (kind === 'postcode') return [nameKey(kind, postcodeKey(text))];
  return placeReadings(text).flatMap(({ names, state, postcode }) =>
    names.map((name) => nameKey(kind, name, state, postcode)),
  );
}

/** Regions and areas are also found without "Greater", and areas by popular names. */
const keysOfRegion = (kind: 'region' | 'areaname', text: string): string[] =>
  placeReadings(text).flatMap(({ names, state, postcode }) => [
    ...names.flatMap((name) => [name, `greater ${name}`]).map((name) => nameKey(kind, name, state, postcode)),
    ...(kind === 'areaname' ? names.flatMap((name) => keysOfPopular(name, state)) : []),
  ]);

function keysOfPopular(name: string, inState: string): string[] {
  const { state = '', areas = [] } = POPULAR_AREAS.get(name) ?? {};
  return inState === '' || inState === state ? areas.map((area) => nameKey('areaname', area, state, '')) : [];
}

/** The keys of the suburbs that an address may refer to; missing parts match anything. */
export function keysOfSuburb({ suburb, state, postcode }: Pick<NamedPlace, 'suburb' | 'state' | 'postcode'>): string[] {
  const [code, digits] = [stateKey(state), postcodeKey(postcode)];
  // Some senders also write state and postcode after the name: "Richmond VIC 3121".
  const readings = placeReadings(suburb).filter(
    (read) => (!code || !read.state || read.state === code) && (!digits || !read.postcode || read.postcode === digits),
  );
  return readings.flatMap((read) =>
    read.names.map((name) => nameKey('suburb', name, read.state || code, read.postcode || digits)),
  );
}

/** Whether a text contains a state or a postcode after the name of a place. */
export const namesState = (text: string): boolean => placeReadings(text).length > 1;

/**
 * Splits a comma-separated list of places. A comma between a suburb and its state or postcode does not separate items:
 * "Richmond, VIC 3121".
 */
export function splitPlaces(text: string): string[] {
  const items: string[] = [];
  for (const part of text.split(',')) {
    const before = items.at(-1);
    if (before?.trim() && isTailOf(before, part)) items.splice(-1, 1, `${before},${part}`);
    else items.push(part);
  }
  return items;
}

const STATE_AND_REGION = /^australian capital territory\s*$/i;

/** Whether a part is the state or postcode, or both, of the suburb before it, which does not have them yet. */
function isTailOf(before: string, part: string): boolean {
  const tail = readTail(part);
  const [named] = placeReadings(before);
  if (!tail || !named || readTail(before)) return false;
  // Postcodes are also listed alone, "ond,2032", as is the region with the same name as its state.
  const mayBeAlone = (tail.state === '' && tail.postcode !== '' && named.state === '') || STATE_AND_REGION.test(part);
  if (mayBeAlone && !part.startsWith(' ')) return false;
  return (tail.state === '' || named.state === '') && (tail.postcode === '' || named.postcode === '');
}

/**
 * Reads state and postcode without a suburb's name, by placing a dummy name before them. Punctuation alone has no
 * meaning.
 */
function readTail(text: string): PlaceReading | undefined {
  const [tail] = placeReadings(`x ${text}`);
  return tail?.names.join() === 'x' && /[\p{Letter}\p{Number}]/u.test(text) ? tail : undefined;
}
