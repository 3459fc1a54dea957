import { orderBy, orderOfRows, type Order } from '@app/lists';
import { byDistance, type MapQuery } from '@app/map';

/** Ties are broken by id. */
const BY_ID = ['listing.id', 'ASC', 'number'] as const;

/** Every sort order of listings but that by distance; each is total (D7, D23). */
export const LISTING_SORTS = {
  'available-asc': orderOfRows(['listing.available_at', 'ASC NULLS LAST', 'instant'], BY_ID),
  'available-desc': orderOfRows(['listing.available_at', 'DESC NULLS LAST', 'instant'], BY_ID),
  alphabetical: orderOfRows(['listing.address_order', 'ASC', 'bytes'], BY_ID),
  id: orderBy(BY_ID),
  newest: orderBy(['listing.firstdate', 'DESC', 'instant'], BY_ID),
  oldest: orderBy(['listing.firstdate', 'ASC', 'instant'], BY_ID),
  'price-asc': orderBy(['listing.price', 'ASC NULLS LAST', 'number'], BY_ID),
  'price-desc': orderBy(['listing.price', 'DESC NULLS LAST', 'number'], BY_ID),
  updated: orderOfRows(['listing.updated_at', 'DESC', 'instant'], BY_ID),
} satisfies Record<string, Order>;

export type ListingSort = keyof typeof LISTING_SORTS | 'distance';

/** The order of a list. */
export const listingOrder = ({ sort, near }: Pick<MapQuery, 'near'> & { readonly sort: ListingSort }): Order =>
  sort === 'distance' ? byDistance('listing', near) : LISTING_SORTS[sort];

/** The orders that the narrow rows of current listings have an index for (ADR 26). */
export const CURRENT_SORTS: ReadonlySet<ListingSort> = new Set<ListingSort>(['id', 'newest', 'oldest']);
