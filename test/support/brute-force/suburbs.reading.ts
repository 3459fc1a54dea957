import type { Query, SuburbLine, World } from './lines.js';
import { byDistance, isOnMap } from './map.js';
import { regionsOf } from './places.js';
import { byText, fold, isAnyId, isOneOf, isPart, isPartOfName, isSame, isStart, itemsOf } from './texts.js';

type Reading = (suburb: SuburbLine, value: string) => boolean;

const together: Reading = () => true;

/** The meaning of each parameter of the three lists of names. */
export const SUBURB_NAME_READINGS: Readonly<Record<string, Reading>> = {
  page: together,
  cursor: together,
  limit: together,
  ids: ({ _id }, values) => isAnyId([_id], values),
  suburb: ({ suburb }, value) => isStart(suburb, value),
  state: ({ state }, value) => isSame(state, value),
  postcode: ({ postcode }, value) => isStart(postcode, value),
  region: (suburb, values) => regionsOf(suburb).some((name) => isOneOf(name, values)),
  areaname: ({ areaName }, values) => isOneOf(areaName, values),
};

/** The meaning of each parameter of the list of suburbs. */
export const SUBURB_READINGS: Readonly<Record<string, Reading>> = {
  ...SUBURB_NAME_READINGS,
  near: together,
  radius: together,
  bbox: together,
  polygon: together,
  sort: together,
  name: ({ name }, values) => itemsOf(values).some((value) => isPart(name, value) || isPartOfName(name, value)),
  slug: ({ slug }, value) => isPart(slug, value),
  exclude: ({ _id }, values) => !isOneOf(_id, values),
};

/** The suburbs that a query selects; by default by name (D8). */
export function readSuburbs({ suburbs }: World, query: Query): SuburbLine[] {
  const found = suburbs.filter(
    (suburb) =>
      Object.entries(query).every(([name, value]) => SUBURB_READINGS[name]?.(suburb, value)) && isOnMap(suburb, query),
  );
  // Ids follow the order of the lines.
  if (query['sort'] === 'id') return found;
  const byName = (a: SuburbLine, b: SuburbLine) => byText(fold(a.name), fold(b.name));
  return found.toSorted(query['sort'] === 'distance' ? byDistance(query['near']) : byName);
}

/** The items of `/suburbs/postcodes`, `/suburbs/regions` and `/suburbs/areanames`: distinct, in order (D8). */
export const NAME_LISTS: Readonly<Record<string, (suburbs: readonly SuburbLine[]) => unknown[]>> = {
  postcodes: (suburbs) =>
    distinct(suburbs.map(({ postcode, state }) => `${postcode} ${state}`))
      .toSorted(byText)
      .map((text) => text.split(' '))
      .map(([postcode, state]) => ({ postcode, state })),
  regions: (suburbs) => alphabetical(suburbs.map(({ regionName }) => regionName)),
  areanames: (suburbs) => alphabetical(suburbs.map(({ areaName }) => areaName)),
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '');

const alphabetical = (names: readonly string[]): string[] =>
  distinct(names).toSorted((a, b) => byText(fold(a), fold(b)) || byText(a, b));
