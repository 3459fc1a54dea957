import { isOneOf, PageQuery, ListParameter, type Combination } from '@app/lists';
import { text } from '@app/schema';
import { allOf, sql, type Sql } from '@app/sql';

const words = text(200);

/** Location filters of properties. */
export class PlaceQuery extends PageQuery {
  @ListParameter(
    words,
    'Name of the suburb of the address. Exact, not case-sensitive. For agents this is the address of their account.',
    { example: 'Richmond', selectivity: 'high' },
  )
  suburb?: string[];

  @ListParameter(
    words,
    'Suburb, state and postcode of the address, such as `Richmond VIC 3121`. Exact, not case-sensitive.',
    { example: 'Richmond VIC 3121', selectivity: 'high' },
  )
  fullSuburb?: string[];

  @ListParameter(words, 'State code of the address. Exact, not case-sensitive.', { example: 'VIC' })
  state?: string[];

  @ListParameter(words, 'Postcode of the address. Exact.', { example: '3121', selectivity: 'high' })
  postcode?: string[];
}

/** The location filters that accounts, agents and listings share (D5). */
export class LocationQuery extends PlaceQuery {
  @ListParameter(
    words,
    'Region of the suburb of the address, as `/api/v1/suburbs/regions` lists them. Exact, not case-sensitive.',
    { example: 'Greater Melbourne', selectivity: 'high' },
  )
  region?: string[];

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
    const values = place[name as keyof typeof columns];
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
