import { amount, Field, named, Nested, oneOf, tally } from '@app/schema';

/** The numbers of listings of an account or an agent, as the caller sees the listings. */
export class ListingCounts {
  @Field(tally, 'Current listings for sale.', { notNullable: true, example: 12 }) sale: number;
  @Field(tally, 'Current listings for rent, leases of commercial properties included.', {
    notNullable: true,
    example: 5,
  })
  rent: number;
  @Field(tally, 'Sales in the last 12 months, without sales that fell through.', {
    notNullable: true,
    example: 31,
  })
  sold12Months: number;
  @Field(tally, 'Leases in the last 12 months.', { notNullable: true, example: 14 })
  leased12Months: number;
  @Field(
    amount,
    'Median price of these sales, in Australian dollars. Absent if the prices of fewer than three may be shown.',
    { optional: true, notNullable: true, example: 912_500 },
  )
  medianSoldPrice?: number;
}

/** Declares the numbers of a resource. @param when when a response has them */
export const Counts = (when: string): PropertyDecorator =>
  Nested(() => ListingCounts, `Numbers of listings. ${when}`, { optional: true, readOnly: true });

/** Declares the numbers in the body of an update, so that a response can be sent back. */
export const IgnoredCounts = (): PropertyDecorator =>
  Nested(() => ListingCounts, 'Ignored: the numbers follow from the listings.', { optional: true });

const officeAccuracy = named(
  'OfficeAccuracy',
  'Accuracy of the position of an office: its address (`exact`), or the centre of its suburb (`suburb`).',
  oneOf(['exact', 'suburb']),
);

/** Declares the accuracy of the position that map filters compare. */
export const Accuracy = (): PropertyDecorator =>
  Field(
    officeAccuracy,
    'Accuracy of the position of the office. Present in answers to requests for a place, if the position is known.',
    { optional: true, notNullable: true, readOnly: true, example: 'exact' },
  );
