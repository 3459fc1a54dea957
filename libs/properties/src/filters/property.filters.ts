import {
  anyRow,
  Equals,
  Ids,
  MatchesAny,
  onColumns,
  Matches,
  Parameter,
  whereFor,
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
import { count } from '@app/schema';
import {
  ContainsAddress,
  ContainsStreet,
  listingType,
  searchWords,
  setsWithAny,
  typeBits,
  viewAs,
  WORD_MATCHERS,
  type ListView,
} from '@app/listings';
import type { Recipient } from '@app/http';
import { sql, type Sql, column } from '@app/sql';
import { isWithin, PlaceQuery } from '@app/suburbs';
import { PropertyMasks } from '../documents/property-masks.reads.js';
import { propertySort, type PropertySort } from './property.sorts.js';

/** The parameters of the list of properties. */
export class PropertiesQuery extends PlaceQuery implements MapQuery {
  @Ids('property', 'properties', 'Properties', '155')
  ids?: (number | string)[];

  @Equals(column('property.bedrooms'), count, 'Exact number of bedrooms.', { group: 'Rooms', example: 3 })
  bedrooms?: number;

  @Equals(column('property.bathrooms'), count, 'Exact number of bathrooms.', { group: 'Rooms', example: 2 })
  bathrooms?: number;

  @Equals(column('property.car_spaces'), count, 'Exact number of car spaces.', { group: 'Rooms', example: 1 })
  carspaces?: number;

  @Matches(
    searchWords,
    'Search text. A listing of the property that the caller sees has every word, or is in a place that the words name, as with `s` of listings of every status.',
    (s: string, _query, recipient) => new PropertyMasks(recipient).haveWords(s, recipient),
    {
      group: 'Words and identifiers',
      example: 'richmond garden',
      selectivity: 'high',
      matchesRow: { ...WORD_MATCHERS, property: () => anyRow },
    },
  )
  s?: string;

  @ContainsAddress('property')
  address?: string;

  @ContainsStreet('property')
  street?: string;

  @MatchesAny(
    listingType,
    'The property has at least one listing of this type.',
    (types) => sql`property.listing_types = ANY(${setsWithAny(types)}::smallint[])`,
    {
      group: 'Kind and status',
      example: 'residential',
      matchesRow: {
        property: (types: string[]) =>
          onColumns(['listing_types'], ({ listing_types: set }) =>
            typeof set === 'number' ? (set & typeBits(types)) !== 0 : undefined,
          ),
      },
    },
  )
  listingType?: string[];

  @Near() near?: Coordinates;
  @Radius() radius: number;
  @InBox() bbox?: Box;
  @InPolygon() polygon?: Polygon[];

  @Parameter(
    propertySort,
    'Order of the list: by address (suburb, street, number), by numeric id, by the time of the first listing (`newest`), by the last change (`updated`), the latest first, or by the distance from `near`, which `distance` needs.',
    { group: 'Page, order and form', initial: 'id', needs: needsNear, example: 'newest' },
  )
  sort: PropertySort;

  @Parameter(...viewAs('full')) view: ListView;
}

/** The property matches every filter. */
export const matchesProperty = (query: Filters<PropertiesQuery>, recipient: Recipient): Sql =>
  whereFor(recipient, query, isWithin(sql`property.suburb_id`, query), onMap('property', query));

/** The parameters of the list of cards. */
export class PropertyCardsQuery extends PropertiesQuery {
  @Parameter(...viewAs('card')) override view: ListView;
}
