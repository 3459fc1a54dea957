import {
  containsAny,
  Contains,
  fold,
  Ids,
  Matches,
  MatchesAny,
  OneOf,
  PageQuery,
  Parameter,
  StartsWith,
  where,
  type Filters,
} from '@app/lists';
import {
  InBox,
  InPolygon,
  Near,
  needsNear,
  onMap,
  Radius,
  type Box,
  type MapQuery,
  type Polygon,
  type Position,
} from '@app/map';
import { text, uid } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import { suburbSort, type SuburbSort } from './suburb.sorts.js';

const words = text(200);

/** The parameters of the three lists of names. */
export class SuburbNamesQuery extends PageQuery {
  @Ids('suburb', 'suburbs', 'Suburbs', '1')
  ids?: (number | string)[];

  @StartsWith('lower(suburb.suburb)', words, 'Beginning of the name of the suburb. Not case-sensitive.', {
    example: 'rich',
  })
  suburb?: string;

  @Matches(words, 'State code. Exact, not case-sensitive.', (state) => sql`lower(suburb.state) = ${fold(state)}`, {
    example: 'VIC',
  })
  state?: string;

  @StartsWith('lower(suburb.postcode)', words, 'Beginning of the postcode.', { example: '31' })
  postcode?: string;

  @OneOf('lower(suburb.region_name)', words, 'Name of the region. Exact, not case-sensitive.', {
    example: 'Greater Melbourne',
    selectivity: 'medium',
  })
  region?: string[];

  @OneOf('lower(suburb.area_name)', words, 'Name of the area. Exact, not case-sensitive.', {
    example: 'Yarra',
    selectivity: 'high',
  })
  areaname?: string[];
}

/** The parameters of the list of suburbs. */
export class SuburbsQuery extends SuburbNamesQuery implements MapQuery {
  @MatchesAny(
    words,
    'Part of the full name (suburb, state and postcode). Not case-sensitive.',
    (names) => containsAny('lower(suburb.name)', names),
    { example: 'richmond', selectivity: 'medium' },
  )
  name?: string[];

  @Contains('lower(suburb.slug)', words, 'Part of the slug. Not case-sensitive.', { example: 'richmond-vic' })
  slug?: string;

  @MatchesAny(
    uid,
    'Object identifiers (`_id`) of suburbs that are left out of the list.',
    (ids) => sql`NOT suburb.uid = ANY(${ids}::uuid[])`,
    { example: '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11' },
  )
  exclude?: string[];

  @Near() near?: Position;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @Parameter(
    suburbSort,
    'Order of the list: by name, by numeric id, or by the distance from `near`, which `distance` needs.',
    { initial: 'name', needs: needsNear, example: 'id' },
  )
  sort: SuburbSort;
}

/** The suburb is in the shapes of the map, belongs to the reference and matches every filter. */
export const matchesSuburb = (query: Filters<SuburbsQuery>): Sql =>
  where(query, { condition: sql`suburb.gazetted` }, onMap('suburb', query));

/** The suburb belongs to the reference and matches every filter, and the given condition. */
export const isOfReference = (query: Filters<SuburbNamesQuery>, given?: Sql): Sql =>
  where(query, { condition: sql`suburb.gazetted` }, { condition: given });
