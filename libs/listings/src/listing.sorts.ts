import { orderBy, orderOfRows, type Order } from '@app/lists';

/** Every sort order of listings; each is total, with ties broken by id (D7, D23). */
export const LISTING_SORTS = {
  'available-asc': orderOfRows(['listing.available_at', 'ASC NULLS LAST'], ['listing.id']),
  'available-desc': orderOfRows(['listing.available_at', 'DESC NULLS LAST'], ['listing.id']),
  alphabetical: orderOfRows(['listing.address_order'], ['listing.id']),
  id: orderBy(['listing.id']),
  newest: orderBy(['listing.firstdate', 'DESC'], ['listing.id']),
  oldest: orderBy(['listing.firstdate'], ['listing.id']),
  'price-asc': orderBy(['listing.price', 'ASC NULLS LAST'], ['listing.id']),
  'price-desc': orderBy(['listing.price', 'DESC NULLS LAST'], ['listing.id']),
  updated: orderOfRows(['listing.updated_at', 'DESC'], ['listing.id']),
} satisfies Record<string, Order>;

export type ListingSort = keyof typeof LISTING_SORTS;

/** The orders that the narrow rows of current listings have an index for (ADR 33). */
export const CURRENT_SORTS: ReadonlySet<ListingSort> = new Set<ListingSort>(['id', 'newest', 'oldest', 'price-asc']);
