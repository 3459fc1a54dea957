import type { FeedElement } from '../feed.types.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, oneLine, type ElementReader } from './element.js';

/** The names that senders use for coordinates: lower case, letters only. */
const LATITUDES = ['latitude', 'lat', 'geolat', 'geolatitude', 'addresslatitude'] as const;
const LONGITUDES = [
  'longitude',
  'long',
  'lng',
  'lon',
  'geolong',
  'geolng',
  'geolongitude',
  'addresslongitude',
] as const;
const PAIRS = new Set(['geocode', 'geolocation', 'coordinates', 'latlng', 'latlong', 'feedsyncgeocode']);

/** `-37.82,145.01`, with or without brackets. */
const PAIR = /^[([{\s]*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)[)\]}\s]*$/;

/** Texts by normalized name: `Latitude` and `geo-lat` become `latitude` and `geolat`. */
export class NamedTexts {
  private readonly texts = new Map<string, string>();

  set(name: string, text: string): void {
    if (text !== '') this.texts.set(name.toLowerCase().replace(/[^a-z]/g, ''), text);
  }

  /** The text of the first name that exists. */
  first(names: Iterable<string>): string | undefined {
    for (const name of names) if (this.texts.has(name)) return this.texts.get(name);
    return undefined;
  }
}

/** `Geocode`, a common extension of the format: with children, with attributes, or as `latitude,longitude`. */
export const geocode: ElementReader = (found, draft) => {
  for (const element of found) {
    const texts = new NamedTexts();
    for (const name of [...LATITUDES, ...LONGITUDES]) {
      texts.set(name, attributeOf(element, name) ?? oneLine(childOf(element, name)?.text ?? ''));
    }
    texts.set('geocode', oneLine(element.text));
    putCoordinates(texts, element, draft);
  }
};

/** Sets the coordinates given by texts, if any; coordinates of the address element take precedence. */
export function putCoordinates(texts: NamedTexts, element: FeedElement, draft: Draft): void {
  const pair = texts.first(PAIRS);
  const [, first, second] = (pair !== undefined && PAIR.exec(pair)) || [];
  const latitude = texts.first(LATITUDES) ?? first;
  const longitude = texts.first(LONGITUDES) ?? second;
  if (latitude === undefined && longitude === undefined) {
    if (pair !== undefined) draft.note(element, 'has no latitude and longitude');
  } else if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) draft.note(element, 'is not a place on Earth');
  else if (Number(latitude) !== 0 || Number(longitude) !== 0) {
    const isOfAddress = element.key === 'address';
    for (const [name, degrees] of Object.entries({ latitude, longitude }))
      if (isOfAddress) draft.put(`address.${name}`, degrees, element);
      else draft.putUnlessThere(`address.${name}`, degrees, element);
  }
}

const isWithin = (text: string | undefined, most: number): text is string =>
  text !== undefined && /^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= most;
