import { coordinate, Field, Nested, tally, type Kind } from '@app/schema';
import { ListingCard } from '../dto/listing-card.fields.js';

const bounds: Kind<number[]> = {
  schema: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
  wants: 'four numbers',
  empty: [],
  accepts: (value) => Array.isArray(value),
  parse: () => undefined,
};

/** The listings in a cell of a map. */
export class ListingCluster {
  @Field(tally, 'Number of listings in the cell. Always exact.', { notNullable: true, example: 1 }) count: number;
  @Field(coordinate(90), 'Mean latitude of the listings in decimal degrees, as text.', { example: '-37.82314' })
  latitude: string;
  @Field(coordinate(180), 'Mean longitude of the listings in decimal degrees, as text.', { example: '144.99804' })
  longitude: string;
  @Field(
    bounds,
    'The bounding box of the listings: west, south, east, north. Used as the parameter `bbox`, it finds these listings.',
    { notNullable: true, example: [144.99804, -37.82314, 144.99804, -37.82314] },
  )
  bbox: number[];
  @Nested(() => ListingCard, 'The card of the listing, if the cell has only one. Absent otherwise.', {
    optional: true,
  })
  listing?: ListingCard;
}
