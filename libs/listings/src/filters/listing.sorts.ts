import { sql } from '@app/sql';
import { named, oneOf, tableKeys } from '@app/schema';
import { orderBy, orderOfRows, type Order, byDistance, type MapQuery } from '@app/lists';
import { col } from '../finder/listing-columns.js';

/** Ties are broken by id. */
const BY_ID = [col('id'), 'ASC', 'number'] as const;

/** The start of the next inspection that has not ended; looked up only for listings with such an inspection. */
const NEXT_INSPECTION = sql`CASE WHEN ${col('inspections_until')} > now() THEN (
  SELECT min(inspection.starts_at) FROM listing_inspections inspection
  WHERE inspection.listing_id = ${col('id')} AND inspection.ends_at > now()) END`;
const NEXT_AUCTION = sql`CASE WHEN ${col('auction_at')} > now() THEN ${col('auction_at')} END`;

/** The sort orders of listings except by distance; each is total (D7, D23). */
export const LISTING_SORTS = {
  'available-asc': orderOfRows([col('available_at'), 'ASC NULLS LAST', 'instant'], BY_ID),
  'available-desc': orderOfRows([col('available_at'), 'DESC NULLS LAST', 'instant'], BY_ID),
  'auction-asc': orderOfRows([NEXT_AUCTION, 'ASC NULLS LAST', 'instant'], BY_ID),
  'inspection-asc': orderOfRows([NEXT_INSPECTION, 'ASC NULLS LAST', 'instant'], BY_ID),
  'land-desc': orderOfRows([col('land_area'), 'DESC NULLS LAST', 'number'], BY_ID),
  'sold-asc': orderOfRows([col('sold_at'), 'ASC NULLS LAST', 'instant'], BY_ID),
  'sold-desc': orderOfRows([col('sold_at'), 'DESC NULLS LAST', 'instant'], BY_ID),
  alphabetical: orderOfRows([col('address_order'), 'ASC', 'bytes'], BY_ID),
  id: orderBy(BY_ID),
  newest: orderBy([col('firstdate'), 'DESC', 'instant'], BY_ID),
  oldest: orderBy([col('firstdate'), 'ASC', 'instant'], BY_ID),
  'price-asc': orderBy([col('price'), 'ASC NULLS LAST', 'number'], BY_ID),
  'price-desc': orderBy([col('price'), 'DESC NULLS LAST', 'number'], BY_ID),
  updated: orderOfRows([col('updated_at'), 'DESC', 'instant'], BY_ID),
} satisfies Record<string, Order>;

export type ListingSort = keyof typeof LISTING_SORTS | 'distance';
export const listingSort = named(
  'ListingSort',
  'Order of listings. Ties are ordered by id.',
  oneOf([...tableKeys(LISTING_SORTS), 'distance' as const].toSorted()),
);

/** The sort orders that depend on the time of day. */
const VOLATILE_SORTS: ReadonlySet<ListingSort> = new Set<ListingSort>(['auction-asc', 'inspection-asc']);

export const isVolatileSort = (sort: ListingSort): boolean => VOLATILE_SORTS.has(sort);

interface OrderedQuery extends Pick<MapQuery, 'near'> {
  readonly sort: ListingSort;
}

/** The order of a list. */
export const listingOrder = ({ sort, near }: OrderedQuery): Order =>
  sort === 'distance' ? byDistance('listing', near) : LISTING_SORTS[sort];

/** The sort orders with an index on the narrow rows of current listings (ADR 16). */
export const CURRENT_SORTS: ReadonlySet<ListingSort> = new Set<ListingSort>(['id', 'newest', 'oldest']);
