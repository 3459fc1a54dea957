import { coordinate, Field, id, list, ListOf, named, oneOf, tally, text, uid, type Kind } from '@app/schema';
import { PLACE_TYPES, type Range } from './search/index.js';

export const placeType = named('PlaceType', 'What a suggested place is.', oneOf([...PLACE_TYPES, 'address']));

const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => tally.accepts(one));

/** A part of a text. */
const range: Kind<Range> = named<Range>(
  'TextRange',
  'A part of a text, by two offsets in UTF-16 code units, as JavaScript counts: where it begins, and where what follows it begins.',
  {
    schema: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 2, maxItems: 2 },
    wants: 'two whole numbers',
    empty: undefined,
    example: [0, 4],
    accepts: isRange,
    parse: () => undefined,
  },
);

/** A place that somebody may mean by what was typed. */
export class Suggestion {
  @Field(placeType, 'What it is: a suburb, the postcode, region or area of suburbs, or the address of a property.', {
    notNullable: true,
    example: 'suburb',
  })
  type: string;
  @Field(text(), 'The place in one line.', { notNullable: true, example: 'Richmond VIC 3121' }) text: string;
  @Field(id, 'Numeric id of the property. Only of addresses.', {
    notNullable: true,
    optional: true,
    example: 5001,
  })
  propertyID?: number;
  @Field(text(100), 'Name of the suburb, or of that of an address. Empty for other types.', { example: 'Richmond' })
  suburb: string;
  @Field(text(50), 'State code.', { example: 'VIC' }) state: string;
  @Field(text(20), 'Postcode, of a suburb, an address or the postcode itself. Empty for regions and areas.', {
    example: '3121',
  })
  postcode: string;
  @Field(text(200), 'Name of the region, of a suburb or the region itself. Empty for other types.', {
    example: 'Greater Melbourne',
  })
  regionName: string;
  @Field(text(200), 'Name of the area, of a suburb or the area itself. Empty for other types.', { example: 'Yarra' })
  areaName: string;
  @Field(text(200), 'Slug of the suburb. Empty for other types.', { example: 'richmond-vic-3121' }) slug: string;
  @Field(uid, 'Object identifier of the suburb. Null for other types.', { nullable: true }) _id: string | null;
  @Field(
    coordinate(90),
    'Decimal degrees as text, of a suburb or an address. Empty for other types, and when not known.',
    {
      example: '-37.8236',
    },
  )
  latitude: string;
  @Field(
    coordinate(180),
    'Decimal degrees as text, of a suburb or an address. Empty for other types, and when not known.',
    {
      example: '144.998',
    },
  )
  longitude: string;
  @Field(tally, 'Number of current listings there. Always exact, as `total` of the list of listings is.', {
    notNullable: true,
    example: 12,
  })
  listings: number;
  @Field(
    list(range),
    'The parts of `text` that were typed: one for each word that matched, in the order of the text. Words of another name of the suburb are not in it.',
    {
      notNullable: true,
      example: [[0, 4]],
    },
  )
  match: Range[];
}

/** The answer to what was typed. */
export class Suggestions {
  @ListOf(() => Suggestion, 'The places that fit best, the best first.') data: Suggestion[];
}
