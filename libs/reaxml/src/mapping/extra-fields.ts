import type { FeedElement } from '../feed.types.js';
import { readWebAddress } from '../values/web-address.js';
import { quoted, readTruth } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, oneLine, textOfChild, type ElementReader } from './element.js';

/** The names that senders use for coordinates: lower case, letters only. */
export const LATITUDES = 'latitude lat geolat geolatitude addresslatitude'.split(' ');
export const LONGITUDES = 'longitude long lng lon geolong geolng geolongitude addresslongitude'.split(' ');
export const PAIRS = 'geocode geo geolocation coordinates latlng latlong feedsyncgeocode'.split(' ');

/** `-37.82,145.01`, with or without brackets, with points or commas for decimals. */
const PAIR = /^[([{\s]*(-?\d{1,3}(?:[.,]\d+)?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:[.,]\d+)?)[)\]}\s]*$/;

/** `Latitude` and `geo-lat` become `latitude` and `geolat`. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The text of the first name that has one. */
const firstOf = (texts: ReadonlyMap<string, string>, names: readonly string[]): string | undefined =>
  names.map((name) => texts.get(name)).find(Boolean);

/** `Geocode`, an extension with several names: with children, with attributes, or as `latitude,longitude`. */
export const geocode: ElementReader = (found, draft) => {
  for (const element of found) {
    const texts = new Map<string, string>();
    for (const name of [...LATITUDES, ...LONGITUDES]) {
      texts.set(name, attributeOf(element, name) ?? oneLine(childOf(element, name)?.text ?? ''));
    }
    texts.set('geocode', oneLine(element.text));
    putCoordinates(texts, element, draft);
  }
};

/** Sets the coordinates given by texts, if any; coordinates of the address element take precedence. */
function putCoordinates(texts: ReadonlyMap<string, string>, element: FeedElement, draft: Draft): void {
  const pair = firstOf(texts, PAIRS);
  const [, first, second] = (pair !== undefined && PAIR.exec(pair)) || [];
  const [one, other] = [firstOf(texts, LATITUDES) ?? first, firstOf(texts, LONGITUDES) ?? second];
  if (one === undefined || other === undefined) {
    if ([pair, one, other].some(Boolean)) draft.note(element, 'has no latitude and longitude');
    return;
  }
  const written = quoted(`${one}, ${other}`);
  const given = [one, other].map((text) => text.replace(',', '.'));
  // Every longitude in Australia is too large for a latitude.
  const isTurned = isWithin(given[0], 180) && !isWithin(given[0], 90);
  const [latitude, longitude] = isTurned ? given.toReversed() : given;
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180))
    return draft.note(element, `${written} is no latitude and longitude in degrees`);
  if (Number(latitude) === 0 && Number(longitude) === 0) return draft.note(element, `${written} is no location`);
  if (isTurned) draft.note(element, `${written} is a longitude and a latitude`, 'exchanged');
  const isOfAddress = element.key === 'address';
  for (const [name, degrees] of Object.entries({ latitude, longitude }))
    if (isOfAddress) draft.put(`address.${name}`, degrees, element);
    else draft.putUnlessThere(`address.${name}`, degrees, element);
}

const isWithin = (text: string | undefined, most: number): text is string =>
  text !== undefined && /^-?\d{1,3}(\.\d{1,20})?$/.test(text) && Math.abs(Number(text)) <= most;

/** Names that senders use for a virtual tour: lower case, letters and digits only. */
const NAME = /virtualtour|vrtour|3dtour|360tour|tour360|matterport/;
/** Web addresses that are tours regardless of their title. */
const ADDRESS = /^https?:\/\/([\w-]+\.)*(matterport\.com|kuula\.co)\/|virtual-?tour|vr-?tour|360-?tour|3d-?tour/i;

export const isTourName = (name: string): boolean => NAME.test(name.toLowerCase().replace(/[^a-z\d]/g, ''));

/** Whether a link is a virtual tour, by its title or its address. */
export const isTour = (element: FeedElement, address: string): boolean =>
  ADDRESS.test(address) ||
  ['title', 'name', 'type', 'rel'].some((name) => isTourName(attributeOf(element, name) ?? ''));

/** Adds virtual tours to those found before. */
export function addTours(addresses: readonly string[], element: FeedElement, draft: Draft): void {
  if (addresses.length === 0) return;
  const before = (draft.patch['vrTourLink'] ?? []) as string[]; // set only here
  draft.put('vrTourLink', [...new Set([...before, ...addresses])], element);
}

/** `virtualTour` and similar elements, common extensions of the format: the address in `@href`, `@url` or text. */
export const virtualTour: ElementReader = (found, draft) => {
  for (const element of found) addTour(element, attributeOf(element, 'href') ?? attributeOf(element, 'url'), draft);
};

/** Adds the tour of an element, given by an address or else by its text. */
export function addTour(element: FeedElement, address: string | undefined, draft: Draft): void {
  const text = address || oneLine(element.text);
  const read = text === '' ? undefined : draft.accept(readWebAddress(text), element);
  addTours(read === undefined ? [] : [read], element, draft);
}

/** The names that senders use for unadvertised listings: lower case, letters only. */
const HIDDEN = ['hiddenlisting', 'listinghidden', 'ishidden', 'ishiddenlisting', 'hidden', 'hidelisting'];
const OFF_MARKET = ['offmarketlisting', 'offmarket', 'isoffmarket', 'isoffmarketlisting', 'offthemarket'];

const isPublicationName = (name: string): boolean => [...HIDDEN, ...OFF_MARKET].includes(keyOf(name));

/** Reads a flag for a hidden or off-market listing. An empty text means no. */
function readPublication(name: string, text: string, element: FeedElement, draft: Draft): void {
  const isSet = text !== '' && draft.accept(readTruth(text), element);
  if (isSet === undefined) return;
  const isHidden = HIDDEN.includes(keyOf(name));
  draft.put(isHidden ? 'feed.isHidden' : 'isOffMarket', isSet, element);
  if (isSet && isHidden) draft.note(element, 'hides the listing', 'stored as offmarket');
  if (isSet && !isHidden) draft.note(element, 'takes the listing off the market', 'stored as isOffMarket');
}

const publication: ElementReader = (found, draft) => {
  for (const element of found)
    readPublication(element.name, attributeOf(element, 'value') ?? oneLine(element.text), element, draft);
};

/** The readers of such elements beside `extraFields`. */
const UNDERSCORED = ['hidden_listing', 'is_hidden', 'off_market', 'is_off_market', 'off_market_listing'];
export const PUBLICATION = Object.fromEntries(
  [...HIDDEN, ...OFF_MARKET, ...UNDERSCORED].map((name) => [name, publication]),
);

/** The fields in `extraFields`; senders also write `<extraFields name="..">`. */
const fieldsIn = (element: FeedElement): readonly FeedElement[] =>
  attributeOf(element, 'name') === undefined ? element.children : [element];

const partOf = (field: FeedElement, part: 'name' | 'value'): string | undefined =>
  attributeOf(field, part) ?? textOfChild(field, part);

/**
 * `extraFields` may hold anything, including private data. Only coordinates, virtual tours, and flags for hidden or
 * off-market listings are read, from `eField@name`, `extraField@name`, or elements with such names. The name and the
 * value are attributes or children.
 */
export const extraFields: ElementReader = (found, draft) => {
  const texts = new Map<string, string>();
  for (const field of found.flatMap(fieldsIn)) {
    const name = partOf(field, 'name') ?? field.name;
    const text = partOf(field, 'value') ?? oneLine(field.text);
    if (isPublicationName(name)) readPublication(name, text, field, draft);
    else if (isTourName(name)) addTour(field, text, draft);
    else if (text) texts.set(keyOf(name), text);
  }
  for (const element of found.slice(0, 1)) putCoordinates(texts, element, draft);
};
