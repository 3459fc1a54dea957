import { amount, Field, FieldsOf, id, instant, ListOf, named, Nested, oneOf, view } from '@app/schema';
import { listingStatus } from '../dto/listing.kinds.js';
import { CommercialRent, Price, Rent } from '../dto/listing-parts.fields.js';

export const HISTORY_KINDS = ['created', 'status', 'price'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** A rent, without the date from which it is available. */
export const HistoryRent = view(Rent, 'HistoryRent', ['price', 'period', 'display']);

/** The amounts of a listing at a time: as in its single read, each with its own rules for hiding. */
@FieldsOf(view(Price, 'HistoryPriceFields', ['priceView', 'display', 'value']))
export class HistoryPrice {
  declare priceView: string;
  declare display: boolean;
  declare value?: number;
  @Nested(() => HistoryRent, 'Rent. Present only for rentals.', { optional: true }) rent?: object;
  @Nested(() => CommercialRent, 'Rent of a commercial property. Present only for commercial leases.', {
    optional: true,
  })
  commercialRent?: CommercialRent;
  @Field(
    amount,
    'Price at which it was sold, in Australian dollars. Present while the listing is sold and shows this price.',
    { example: 1_240_000, withheld: 'price' },
  )
  soldPrice?: number;
}

/** A change of a listing. */
export class HistoryEntry {
  @Field(instant, 'Time of the change, in UTC; for `created`, the time when the property was first listed.', {
    notNullable: true,
  })
  at: string;
  @Field(
    named(
      'HistoryKind',
      'The kind of a change. `status`: a change of the status, possibly together with the price.',
      oneOf(HISTORY_KINDS),
    ),
    'The kind of the change.',
    { notNullable: true, example: 'price' },
  )
  kind: HistoryKind;
  @Field(listingStatus, 'Status of the listing after the change.', { notNullable: true, example: 'current' })
  status: string;
  @Nested(
    () => HistoryPrice,
    'Price of the listing after the change. The public does not see a price that is currently hidden.',
  )
  price: HistoryPrice;
}

/** The history of a listing. */
export class ListingHistory {
  @ListOf(() => HistoryEntry, 'The changes of status and price, the oldest first.') data: HistoryEntry[];
}

/** A change of a listing of a property. */
export class PropertyHistoryEntry extends HistoryEntry {
  @Field(id, 'Numeric id of the listing.', { notNullable: true, example: 7001 }) listingID: number;
}
