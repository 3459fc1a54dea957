import { amount, Field, FieldsOf, id, instant, ListOf, named, Nested, oneOf, view } from '@app/schema';
import { listingStatus } from '../dto/listing.kinds.js';
import { CommercialRent, Price, Rent } from '../dto/listing-parts.fields.js';

export const HISTORY_KINDS = ['created', 'status', 'price'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** A rent, without the date from which it is available. */
export const HistoryRent = view(Rent, 'HistoryRent', ['price', 'period', 'display']);

/** The amounts of a listing at a time: those of its own read, each with its own rules about what is hidden. */
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
  @Field(instant, 'Time of the change, in UTC; of `created`, the time when the property was first listed.', {
    notNullable: true,
  })
  at: string;
  @Field(
    named(
      'HistoryKind',
      'What a change is of. `status`: of the status, perhaps together with the price.',
      oneOf(HISTORY_KINDS),
    ),
    'What the change is of.',
    { notNullable: true, example: 'price' },
  )
  kind: HistoryKind;
  @Field(listingStatus, 'Status of the listing from then on.', { notNullable: true, example: 'current' })
  status: string;
  @Nested(() => HistoryPrice, 'Price of the listing from then on. The public does not see a price that is hidden now.')
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
