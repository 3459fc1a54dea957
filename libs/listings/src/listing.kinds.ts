import { named, oneOf } from '@app/schema';
import { LISTING_STATUSES, LISTING_TYPES } from './listing-types.js';

export const listingType = named('ListingType', oneOf(LISTING_TYPES));
export const listingStatus = named('ListingStatus', oneOf(LISTING_STATUSES));
