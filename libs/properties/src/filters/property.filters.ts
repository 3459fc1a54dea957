import { STREET_TYPES } from '@app/address';
import {
  ContainsWithin,
  Equals,
  Ids,
  MatchesAny,
  onColumns,
  Parameter,
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
import { count, text } from '@app/schema';
import { listingType, setsWithAny, typeBits, viewAs, type ListView } from '@app/listings';
import { sql, type Sql, column } from '@app/sql';
import { isWithin, PlaceQuery } from '@app/suburbs';
import { propertySort, type PropertySort } from './property.sorts.js';

const words = text(200);

/** The trigram index of addresses. */
const TEXTS = {
  expression: sql`(${column('property.full_address')} || E'\\n' || ${column('property.street')})`,
  commonWords: STREET_TYPES,
};

/** The parameters of the list of properties. */
export class PropertiesQuery extends PlaceQuery implements MapQuery {
  @Ids('property', 'properties', 'Properties', '155')
  ids?: (number | string)[];

  @Equals(column('property.bedrooms'), count, 'Exact number of bedrooms.', { example: 3 })
  bedrooms?: number;

  @Equals(column('property.bathrooms'), count, 'Exact number of bathrooms.', { example: 2 })
  bathrooms?: number;

  @Equals(column('property.car_spaces'), count, 'Exact number of car spaces.', { example: 1 })
  carspaces?: number;

  @ContainsWithin(TEXTS, column('property.full_address'), words, 'Part of the full address. Not case-sensitive.', {
    example: '139 burke',
  })
  address?: string;

  @ContainsWithin(TEXTS, column('property.street'), words, 'Part of the name of the street. Not case-sensitive.', {
    example: 'burke',
  })
  street?: string;

  @MatchesAny(
    listingType,
    'The property has at least one listing of this type.',
    (types) => sql`property.listing_types = ANY(${setsWithAny(types)}::smallint[])`,
    {
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
    { initial: 'id', needs: needsNear, example: 'newest' },
  )
  sort: PropertySort;

  @Parameter(...viewAs('full')) view: ListView;
}

/** The property matches every filter. */
export const matchesProperty = (query: Filters<PropertiesQuery>): Sql =>
  where(query, isWithin(sql`property.suburb_id`, query), onMap('property', query));

/** The parameters of the list of cards. */
export class PropertyCardsQuery extends PropertiesQuery {
  @Parameter(...viewAs('card')) override view: ListView;
}
