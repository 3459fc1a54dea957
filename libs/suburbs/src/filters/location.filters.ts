import { keysNaming, splitPlaces, stateForms, type NameOfPlace } from '@app/address';
import {
  anyRow,
  Facet,
  hasAnyOf,
  InGroup,
  meetsAll,
  onColumns,
  PageQuery,
  ListParameter,
  type Combination,
} from '@app/lists';
import { text } from '@app/schema';
import { always, never, ofRows, type Invalidates, type NarrowRow, type MatchesRow } from '@app/cache';
import { allOf, sql, type Sql } from '@app/sql';
import { keysOfPlace } from '../search/place-aliases.js';

const words = text(200);

/** Explains how names of places are compared. */
export const FOLDED =
  'Not case-sensitive; accents, hyphens, apostrophes and usual abbreviations make no difference (`Mt` is `Mount`). A comma before a state or a postcode does not separate values.';

/** Counts by a name of the address's suburb. */
const ByPlace = (column: string): PropertyDecorator =>
  Facet({ column: 'suburb_id', named: { table: 'suburbs', column } });

/** Location filters of properties. */
@InGroup('Place')
export class PlaceQuery extends PageQuery {
  @ByPlace('suburb')
  @ListParameter(
    words,
    `Name of the suburb of the address, alone or with its state or postcode: \`Richmond\`, \`Richmond, VIC\`. ${FOLDED} For agents this is the address of their account.`,
    { example: 'Hurstville', selectivity: 'high', splitItems: splitPlaces },
  )
  suburb?: string[];

  @ByPlace('name')
  @ListParameter(words, `Suburb, state and postcode of the address. ${FOLDED}`, {
    example: 'Hurstville NSW 2220',
    selectivity: 'high',
    splitItems: splitPlaces,
  })
  fullSuburb?: string[];

  @ByPlace('state')
  @ListParameter(words, 'State of the address, by its code or its name. Not case-sensitive.', { example: 'NSW' })
  state?: string[];

  @ByPlace('postcode')
  @ListParameter(words, 'Postcode of the address. Exact.', { example: '2220', selectivity: 'high' })
  postcode?: string[];
}

/** The location filters that accounts, agents and listings share (D5). */
@InGroup('Place')
export class LocationQuery extends PlaceQuery {
  @ByPlace('region_name')
  @ListParameter(
    words,
    `Region of the suburb of the address, as listed by \`/api/v1/suburbs/regions\`, or an area, as people call it: \`Sydney\`, \`Gold Coast\`, \`Inner West\`, \`North Shore\`. A name of several areas finds all of them. ${FOLDED}`,
    {
      example: 'Greater Sydney',
      selectivity: 'high',
      splitItems: splitPlaces,
    },
  )
  region?: string[];

  @ByPlace('area_name')
  @ListParameter(words, `Area of the suburb of the address, as listed by \`/api/v1/suburbs/areanames\`. ${FOLDED}`, {
    example: 'Georges River',
    selectivity: 'high',
    splitItems: splitPlaces,
  })
  areaname?: string[];
}

/** The location filters besides the state. */
const NAMES = ['suburb', 'fullSuburb', 'postcode', 'region', 'areaname'] as const satisfies NameOfPlace[];

/** The parameters that `isWithin` combines. */
const LOCATION = ['state', ...NAMES] as const;

type Place = Partial<Record<NameOfPlace, string[] | undefined>>;

/** The keys of the places that match values of a filter. */
const keysOf = (filter: NameOfPlace, values: readonly string[]): string[] =>
  values.flatMap((value) => keysNaming(filter, value));

/** The suburb matches a value of the filter. */
export const isPlaceNamed = (filter: NameOfPlace, values: readonly string[]): Sql =>
  filter === 'state' ? isInState(values) : sql`suburb.place_keys && ${keysOf(filter, values)}::text[]`;

/**
 * States have many suburbs. PostgreSQL can estimate their number for this condition, but not for keys, which it has no
 * statistics of.
 */
const isInState = (values: readonly string[]): Sql =>
  sql`lower(suburb.state) = ANY(${[...new Set(values.flatMap(stateForms))]}::text[])`;

/** Whether a logged row of suburbs meets `isPlaceNamed`. */
export const isSuburbNamed = (filter: NameOfPlace, values: readonly string[]): MatchesRow =>
  hasAnyOf('place_keys', keysOf(filter, values));

const conditionsOf = (place: Place, filters: readonly NameOfPlace[]): Sql[] =>
  filters.flatMap((filter) => {
    const values = place[filter];
    return values ? [isPlaceNamed(filter, values)] : [];
  });

/**
 * The condition of the location filters on a column of suburb ids. Every address has a suburb row, in the reference or
 * outside it, so one set of ids serves all filters.
 * @param widened whether surrounding suburbs are included (D27)
 */
export function isWithin(suburbId: Sql, place: Place, widened = false): Combination {
  const ids = suburbIds(place, widened);
  return {
    of: LOCATION,
    // The array is computed once, so that an index on the column can be used for each id.
    condition: ids && sql`${suburbId} = ANY(ARRAY(${ids}))`,
    // Rows are looked up by hash, because a state has thousands of suburbs.
    checked: ids && sql`${suburbId} IN (${ids})`,
  };
}

/** Whether the state is the only location filter. */
export const isStateOnly = (place: Place): boolean => NAMES.every((name) => !place[name]);

/** Undefined without location filters. */
function suburbIds(place: Place, widened: boolean): Sql | undefined {
  const matched = conditionsOf(place, NAMES);
  const inState = conditionsOf(place, ['state']);
  if (matched.length === 0 && inState.length === 0) return undefined;
  if (!widened || matched.length === 0) {
    return sql`SELECT suburb.id FROM suburbs suburb WHERE ${allOf([...matched, ...inState])}`;
  }
  return sql`
    WITH matched AS (SELECT suburb.id, suburb.surrounding_suburbs FROM suburbs suburb WHERE ${allOf(matched)})
    SELECT suburb.id FROM suburbs suburb
    WHERE suburb.id IN (
      SELECT id FROM matched
      UNION
      SELECT near.id FROM matched, jsonb_to_recordset(matched.surrounding_suburbs) AS around(slug text)
      JOIN suburbs near ON near.slug = around.slug
    ) AND ${allOf(inState)}`;
}

const keysOfSuburbs = (name: string): string[] => [...keysNaming('suburb', name), ...keysNaming('postcode', name)];

/**
 * The ids of the suburbs that names mean: suburbs and postcodes, and where there are none of this name, regions and
 * areas. @param widened whether surrounding suburbs are included (D27)
 */
export function suburbsNamed(names: readonly string[], widened: boolean): Sql {
  const asked = names.map((name) => ({ keys: keysOfSuburbs(name), regions: keysNaming('region', name) }));
  return sql`SELECT unnest(suburbs_named(${JSON.stringify(asked)}::jsonb, ${widened}::boolean))`;
}

/** Whether the place of a logged row may be among `suburbsNamed`. */
export const isInSuburbsNamed = (names: readonly string[], widened: boolean): MatchesRow =>
  widened ? anyRow : isNamed(new Set(names.flatMap((name) => [...keysOfSuburbs(name), ...keysNaming('region', name)])));

/**
 * Whether the place of a logged row meets `isWithin`. Surrounding suburbs may have any name, so only the state limits
 * them.
 */
export function isPlaced(query: Place, widened = false): MatchesRow | undefined {
  const isWidened = widened && NAMES.some((filter) => query[filter]);
  return meetsAll([
    isWidened ? anyRow : undefined,
    ...(widened ? (['state'] as const) : LOCATION).map((filter) => {
      const values = query[filter];
      return values && isNamed(new Set(keysOf(filter, values)));
    }),
  ]);
}

const isNamed = (wanted: ReadonlySet<string>): MatchesRow =>
  onColumns(['place', 'suburb_id'], (row) => placeKeysOf(row)?.some((key) => wanted.has(key)));

/** The keys of the place of a logged row; empty for a row without a suburb. Undefined: unknown. */
export function placeKeysOf({ place }: NarrowRow): readonly string[] | undefined {
  if (place === null) return [];
  return typeof place === 'object' ? loggedKeys(place as NarrowRow) : undefined;
}

/** Keys of which every row that meets `isWithin` has at least one; undefined: unknown. */
export function placeKeysNeeded(query: Place, widened = false): string[] | undefined {
  const filter = (widened ? (['state'] as const) : ([...NAMES, 'state'] as const)).find((name) => query[name]);
  return filter && keysOf(filter, query[filter] ?? []);
}

/** Cached keys of logged places, because each place is compared with many responses. */
const known = new WeakMap<NarrowRow, readonly string[] | null>();

function loggedKeys(place: NarrowRow): readonly string[] | undefined {
  let keys = known.get(place);
  if (keys === undefined) known.set(place, (keys = keysOfLogged(place)));
  return keys ?? undefined;
}

const ASCII = /^[ -~]*$/;

/** Null for letters beyond ASCII, because PostgreSQL, which wrote the log, may fold them differently. */
function keysOfLogged(place: NarrowRow): readonly string[] | null {
  const { suburb, name, state, postcode, region: regionName, area: areaName } = place;
  const names = { suburb, name, state, postcode, regionName, areaName };
  const isPlain = Object.values(names).every((one) => typeof one === 'string' && ASCII.test(one));
  return isPlain ? keysOfPlace(names as Record<keyof typeof names, string>) : null; // tested in the line above
}

/** The changes of suburbs that may move rows into or out of these places. */
export function ofPlaces(query: Place, widened = false): Invalidates {
  const given = LOCATION.filter((filter) => query[filter]);
  if (given.length === 0) return never;
  if (widened) return always;
  return ofRows(meetsAll(given.map((filter) => isSuburbNamed(filter, query[filter] ?? []))));
}
