import { named, oneOf } from '@app/schema';
import { BASE_DATES } from '../filters/listing-dates.filters.js';
import { LISTING_STATUSES, LISTING_TYPES } from './listing-types.js';
import { LISTING_SORTS, type ListingSort } from '../filters/listing.sorts.js';

export const listingType = named('ListingType', 'What is offered.', oneOf(LISTING_TYPES));
export const listingStatus = named(
  'ListingStatus',
  'State of a listing. `current`: offered now.',
  oneOf(LISTING_STATUSES),
);
export const listingStatusFilter = named(
  'ListingStatusFilter',
  'State of listings to find. `all`: any.',
  oneOf(['all', ...LISTING_STATUSES]),
);
const ACCURACIES = ['exact', 'suburb'] as const;
export type LocationAccuracy = (typeof ACCURACIES)[number];
export const locationAccuracy = named(
  'LocationAccuracy',
  'What coordinates of a listing are: those of its address, or those of the centre of its suburb.',
  oneOf(ACCURACIES),
);
const LIST_VIEWS = ['full', 'card'] as const;
export type ListView = (typeof LIST_VIEWS)[number];
/** The parameter for the form of the items, in an operation whose items have a form by default. */
export const viewAs = (initial: ListView) =>
  [oneOf(LIST_VIEWS), 'The form of the items.', { initial, selectsForm: true }] as const;
/** What a card is, for the descriptions of operations. */
export const CARD = 'what a list of results or a map shows of an item, in at most 700 bytes';
export const saleOrLeaseOnly = named(
  'SaleOrLease',
  'How commercial properties to find are offered.',
  oneOf(['sale', 'lease']),
);
export const baseDate = named('BaseDate', 'Date of a listing that date filters use.', oneOf(BASE_DATES));
// Object.keys is typed as texts; these are the names of the sorts.
export const listingSort = named(
  'ListingSort',
  'Order of listings. Equal ones are ordered by id.',
  oneOf([...(Object.keys(LISTING_SORTS) as ListingSort[]), 'distance'].toSorted() as ListingSort[]),
);
