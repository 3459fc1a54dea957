import { partsOfNames, splitPlaces } from '@app/address';
import {
  InGroup,
  containsAny,
  Contains,
  anywhere,
  atStart,
  Ids,
  Matches,
  MatchesAny,
  PageQuery,
  Parameter,
  StartsWith,
  where,
  type Filters,
  InBox,
  InPolygon,
  Near,
  needsNear,
  onMap,
  Radius,
  type Box,
  type MapQuery,
  type Polygon,
  type Coordinates,
} from '@app/lists';
import { text, uid } from '@app/schema';
import { anyOf, sql, type Sql, column, lower } from '@app/sql';
import { FOLDED, isPlaceNamed } from './location.filters.js';
import { suburbSort, type SuburbSort } from './suburb.sorts.js';

const words = text(200);

const FOLDED_PART =
  'Not case-sensitive; accents, hyphens, apostrophes and usual abbreviations make no difference (`Mt` is `Mount`).';

/** Matches the name as written and in canonical form. */
const startsWithName = (start: string): Sql =>
  anyOf([
    sql`lower(suburb.suburb) LIKE ${atStart(start)}`,
    ...partsOfNames(start).map((part) => sql`suburb.place_text LIKE ${atStart(part)}`),
  ]);

const hasInName = (name: string): Sql =>
  anyOf([
    isPlaceNamed('suburb', [name]),
    ...partsOfNames(name).map((part) => sql`suburb.place_text LIKE ${anywhere(part)}`),
  ]);

/** The parameters of the three lists of names. */
@InGroup('Place')
export class SuburbNamesQuery extends PageQuery {
  @Ids('suburb', 'suburbs', 'Suburbs', '1')
  ids?: (number | string)[];

  @Matches(words, `Beginning of the name of the suburb. ${FOLDED_PART}`, startsWithName, {
    example: 'hurst',
    selectivity: 'medium',
  })
  suburb?: string;

  @Matches(words, 'State, by its code or its name. Not case-sensitive.', (state) => isPlaceNamed('state', [state]), {
    example: 'NSW',
  })
  state?: string;

  @StartsWith(lower(column('suburb.postcode')), words, 'Beginning of the postcode.', { example: '22' })
  postcode?: string;

  @MatchesAny(
    words,
    `Name of the region, or of an area as people call it (\`Gold Coast\`, \`North Shore\`). ${FOLDED}`,
    (names) => isPlaceNamed('region', names),
    {
      example: 'Greater Sydney',
      selectivity: 'medium',
      splitItems: splitPlaces,
    },
  )
  region?: string[];

  @MatchesAny(words, `Name of the area. ${FOLDED}`, (names) => isPlaceNamed('areaname', names), {
    example: 'Georges River',
    selectivity: 'high',
    splitItems: splitPlaces,
  })
  areaname?: string[];
}

/** The parameters of the list of suburbs. */
export class SuburbsQuery extends SuburbNamesQuery implements MapQuery {
  @MatchesAny(
    words,
    `Part of the full name (suburb, state and postcode). ${FOLDED}`,
    (names) => anyOf([containsAny(lower(column('suburb.name')), names), ...names.map(hasInName)]),
    { group: 'Words and identifiers', example: 'hurstville', selectivity: 'medium', splitItems: splitPlaces },
  )
  name?: string[];

  @Contains(lower(column('suburb.slug')), words, 'Part of the slug. Not case-sensitive.', {
    group: 'Words and identifiers',
    example: 'hurstville-nsw',
  })
  slug?: string;

  @MatchesAny(
    uid,
    'Object identifiers (`_id`) of suburbs to exclude.',
    (ids) => sql`NOT suburb.uid = ANY(${ids}::uuid[])`,
    { group: 'Words and identifiers', example: '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11' },
  )
  exclude?: string[];

  @Near() near?: Coordinates;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @Parameter(
    suburbSort,
    'Order of the list: by name, by numeric id, or by the distance from `near`, which `distance` requires.',
    { group: 'Page, order and form', initial: 'name', needs: needsNear, example: 'id' },
  )
  sort: SuburbSort;
}

/** The suburb is in the reference, in the shapes of the map, and matches every filter. */
export const matchesSuburb = (query: Filters<SuburbsQuery>): Sql =>
  where(query, { condition: sql`suburb.gazetted` }, onMap('suburb', query));

/** The suburb is in the reference, and matches every filter and the given condition. */
export const isOfReference = (query: Filters<SuburbNamesQuery>, given?: Sql): Sql =>
  where(query, { condition: sql`suburb.gazetted` }, { condition: given });
