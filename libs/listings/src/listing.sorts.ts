import { raw, type Sql } from '@app/query';

/** Every order of listings; each is total, ties break by id (D7, D23). */
export const LISTING_SORTS = {
  'available-asc': raw('listing.available_at ASC NULLS LAST, listing.id'),
  'available-desc': raw('listing.available_at DESC NULLS LAST, listing.id'),
  alphabetical: raw('listing.address_order, listing.id'),
  newest: raw('listing.firstdate DESC, listing.id'),
  oldest: raw('listing.firstdate, listing.id'),
  'price-asc': raw('listing.price ASC NULLS LAST, listing.id'),
  'price-desc': raw('listing.price DESC NULLS LAST, listing.id'),
} satisfies Record<string, Sql>;

export type ListingSort = keyof typeof LISTING_SORTS;
