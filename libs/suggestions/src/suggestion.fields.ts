import { coordinate, Field, id, list, ListOf, named, oneOf, tally, text, uid, type Kind } from '@app/schema';
import { PLACE_TYPES, type Range } from './search/index.js';

export const placeType = named('PlaceType', 'The type of a suggested place.', oneOf([...PLACE_TYPES, 'address']));

const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => tally.accepts(one));

/** A range of a text. */
const range: Kind<Range> = named<Range>(
  'TextRange',
  'A range of a text, as two offsets in UTF-16 code units, as in JavaScript: the start, and the end (exclusive).',
  {
    schema: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 2, maxItems: 2 },
    wants: 'two whole numbers',
    empty: undefined,
    example: [0, 4],
    accepts: isRange,
    parse: () => undefined,
  },
);

/** A place that the typed text may mean. */
export class Suggestion {
  @Field(placeType, 'The type: a suburb, a postcode, region or area of suburbs, or the address of a property.', {
    notNullable: true,
    example: 'suburb',
  })
  type: string;
  @Field(text(), 'The place in one line.', { notNullable: true, example: 'Richmond VIC 3121' }) text: string;
  @Field(id, 'Numeric id of the property. Only for addresses.', {
    notNullable: true,
    optional: true,
    example: 5001,
  })
  propertyID?: number;
  @Field(text(100), 'Name of the suburb, for suburbs and addresses. Empty for other types.', { example: 'Richmond' })
  suburb: string;
  @Field(text(50), 'State code.', { example: 'VIC' }) state: string;
  @Field(text(20), 'Postcode, for suburbs, addresses and postcodes. Empty for regions and areas.', {
    example: '3121',
  })
  postcode: string;
  @Field(text(200), 'Name of the region, for suburbs and regions. Empty for other types.', {
    example: 'Greater Melbourne',
  })
  regionName: string;
  @Field(text(200), 'Name of the area, for suburbs and areas. Empty for other types.', { example: 'Yarra' })
  areaName: string;
  @Field(text(200), 'Slug of the suburb. Empty for other types.', { example: 'richmond-vic-3121' }) slug: string;
  @Field(uid, 'Object identifier of the suburb. Null for other types.', { nullable: true }) _id: string | null;
  @Field(coordinate(90), 'Decimal degrees as text, for suburbs and addresses. Empty for other types, and if unknown.', {
    example: '-37.8236',
  })
  latitude: string;
  @Field(
    coordinate(180),
    'Decimal degrees as text, for suburbs and addresses. Empty for other types, and if unknown.',
    {
      example: '144.998',
    },
  )
  longitude: string;
  @Field(tally, 'Number of current listings there. Always exact, like `total` in the list of listings.', {
    notNullable: true,
    example: 12,
  })
  listings: number;
  @Field(
    list(range),
    'The ranges of `text` that were typed, one per matched word, in the order of the text. Words of another name of the suburb are not in `text`.',
    {
      notNullable: true,
      example: [[0, 4]],
    },
  )
  match: Range[];
}

/** The response to a typed text. */
export class Suggestions {
  @ListOf(() => Suggestion, 'The best places, the best first.') data: Suggestion[];
}
