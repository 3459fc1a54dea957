import { amount, Field, named, oneOf, tally } from '@app/schema';

export const PRICE_KINDS = ['sale', 'rent'] as const;

const priceKind = named('PriceKind', 'What the prices are: sale prices or rents.', oneOf(PRICE_KINDS));

/** A bracket of prices, and how many listings are in it. */
export class PriceCount {
  @Field(amount, 'The lower bound, the same as `from`.', { notNullable: true, example: 600 }) value: number;
  @Field(
    priceKind,
    'Sale prices, or rents: those of rentals for a week, those of commercial leases as they are given.',
    {
      notNullable: true,
      example: 'rent',
    },
  )
  kind: string;
  @Field(amount, 'The lower bound of the bracket, inclusive.', { notNullable: true, example: 600 }) from: number;
  @Field(amount, 'The upper bound of the bracket, exclusive. Absent in the highest bracket.', {
    notNullable: true,
    optional: true,
    example: 650,
  })
  to?: number;
  @Field(tally, 'Number of listings in the bracket. Always exact.', { notNullable: true, example: 12 }) count: number;
}
