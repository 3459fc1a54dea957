import { named, oneOf } from '@app/schema';
import { BASE_DATES } from './listing-dates.filters.js';
import { LISTING_STATUSES, LISTING_TYPES } from './listing-types.js';
import { LISTING_SORTS, type ListingSort } from './listing.sorts.js';

export const listingType = named('ListingType', oneOf(LISTING_TYPES));
export const listingStatus = named('ListingStatus', oneOf(LISTING_STATUSES));
export const listingStatusFilter = named('ListingStatusFilter', oneOf(['all', ...LISTING_STATUSES]));
export const saleOrLeaseOnly = named('SaleOrLease', oneOf(['sale', 'lease']));
export const baseDate = named('BaseDate', oneOf(BASE_DATES));
// Object.keys is typed as texts; these are the names of the sorts.
export const listingSort = named('ListingSort', oneOf(Object.keys(LISTING_SORTS) as ListingSort[]));
