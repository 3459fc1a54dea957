import {
  anyRow,
  Facet,
  fold,
  isAnyOf,
  isOneOf,
  meetsAll,
  onColumns,
  onFolded,
  PageQuery,
  ListParameter,
  type Combination,
} from '@app/lists';
import { text } from '@app/schema';
import { always, never, ofRows, type Invalidates, type NarrowRow, type MatchesRow } from '@app/cache';
import { allOf, sql, type Sql } from '@app/sql';
import { withAliasedNames, withAliasedSuburbs } from './place-aliases.js';

const words = text(200);

/** Counts by a name of the suburb of the address. */
const ByPlace = (column: string): PropertyDecorator =>
  Facet({ column: 'suburb_id', named: { table: 'suburbs', column } });

/** Location filters of properties. */
export class PlaceQuery extends PageQuery {
  @ByPlace('suburb')
  @ListParameter(
    words,
    'Name of the suburb of the address. Exact, not case-sensitive. For agents this is the address of their account.',
    { example: 'Richmond', selectivity: 'high' },
  )
  suburb?: string[];

  @ByPlace('name')
  @ListParameter(
    words,
    'Suburb, state and postcode of the address, such as `Richmond VIC 3121`. Exact, not case-sensitive.',
    { example: 'Richmond VIC 3121', selectivity: 'high' },
  )
  fullSuburb?: string[];

  @ByPlace('state')
  @ListParameter(words, 'State code of the address. Exact, not case-sensitive.', { example: 'VIC' })
  state?: string[];

  @ByPlace('postcode')
  @ListParameter(words, 'Postcode of the address. Exact.', { example: '3121', selectivity: 'high' })
  postcode?: string[];
}

/** The location filters that accounts, agents and listings share (D5). */
export class LocationQuery extends PlaceQuery {
  @ByPlace('region_name')
  @ListParameter(
    words,
    'Region of the suburb of the address, as `/api/v1/suburbs/regions` lists them. Exact, not case-sensitive.',
    { example: 'Greater Melbourne', selectivity: 'high' },
  )
  region?: string[];

  @ByPlace('area_name')
  @ListParameter(
    words,
    'Area of the suburb of the address, as `/api/v1/suburbs/areanames` lists them. Exact, not case-sensitive.',
    { example: 'Yarra', selectivity: 'high' },
  )
  areaname?: string[];
}

const columns = {
  suburb: 'lower(suburb.suburb)',
  fullSuburb: 'lower(suburb.name)',
  postcode: 'lower(suburb.postcode)',
  region: 'lower(suburb.region_name)',
  areaname: 'lower(suburb.area_name)',
} as const;

/** The parameters that `isWithin` makes a condition of. */
const LOCATION = ['state', ...Object.keys(columns)];

type Place = Partial<Record<keyof typeof columns | 'state', string[] | undefined>>;

/** The values of a filter: a name that people use for a suburb also finds the suburb. */
function valuesOf(place: Place, filter: keyof Place): string[] | undefined {
  const values = place[filter];
  if (filter === 'suburb') return values && withAliasedSuburbs(values);
  return filter === 'fullSuburb' ? values && withAliasedNames(values) : values;
}

/**
 * The condition of the location filters on a column of suburb ids. Every address has a suburb row, in the reference or
 * outside it, so one set of ids serves all filters.
 *
 * @param widened whether the surrounding suburbs are included (D27)
 */
export function isWithin(suburbId: Sql, place: Place, widened = false): Combination {
  const ids = suburbIds(place, widened);
  return {
    of: LOCATION,
    // An array that is made once, so that an index on the column can be used for each id.
    condition: ids && sql`${suburbId} = ANY(ARRAY(${ids}))`,
    // A row is looked up by hash: a state has thousands of suburbs.
    checked: ids && sql`${suburbId} IN (${ids})`,
  };
}

/** `undefined` when no location filter is given. */
function suburbIds(place: Place, widened: boolean): Sql | undefined {
  const matched = Object.entries(columns).flatMap(([name, column]) => {
    const values = valuesOf(place, name as keyof typeof columns);
    return values ? [isOneOf(column, values)] : [];
  });
  const inState = place.state ? [isOneOf('lower(suburb.state)', place.state)] : [];
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

/** The names of a place in logged rows, by the filter. */
const PLACE_NAMES = {
  suburb: 'suburb',
  fullSuburb: 'name',
  state: 'state',
  postcode: 'postcode',
  region: 'region',
  areaname: 'area',
} as const;

/**
 * The same condition on the place of a logged row, whose names are case-folded. Surrounding suburbs can have any name;
 * only the state limits them.
 */
export function isPlaced(query: Place, widened = false): MatchesRow | undefined {
  const names = widened ? (['state'] as const) : (Object.keys(PLACE_NAMES) as (keyof typeof PLACE_NAMES)[]);
  const isWidened = widened && (Object.keys(columns) as (keyof typeof columns)[]).some((filter) => query[filter]);
  return meetsAll([
    isWidened ? anyRow : undefined,
    ...names.map((filter) => {
      const values = valuesOf(query, filter);
      return values && isNamed(PLACE_NAMES[filter], new Set(values.map(fold)));
    }),
  ]);
}

const isNamed = (name: string, wanted: ReadonlySet<string>): MatchesRow =>
  onColumns(['place', 'suburb_id'], ({ place }) => {
    // A row without a suburb is nowhere; one whose place is not known may be anywhere.
    if (place === null) return false;
    const given = typeof place === 'object' ? (place as NarrowRow)[name] : undefined;
    return typeof given === 'string' ? wanted.has(given) : undefined;
  });

/** The columns of suburbs, by the filter. */
const SUBURB_NAMES = {
  suburb: 'suburb',
  fullSuburb: 'name',
  state: 'state',
  postcode: 'postcode',
  region: 'region_name',
  areaname: 'area_name',
} as const;

/** The changes of suburbs that can move rows into these places, or out of them. */
export function ofPlaces(query: Place, widened = false): Invalidates {
  const given = (Object.keys(SUBURB_NAMES) as (keyof typeof SUBURB_NAMES)[]).filter((filter) => query[filter]);
  if (given.length === 0) return never;
  if (widened) return always;
  return ofRows(
    meetsAll(
      given.map((filter) => {
        const column = SUBURB_NAMES[filter];
        return onFolded(column, isAnyOf(column, (valuesOf(query, filter) ?? []).map(fold)));
      }),
    ),
  );
}
