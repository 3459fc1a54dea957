import { column } from '@app/sql';
import { orderBy, type Order, byDistance, type MapQuery } from '@app/lists';
import { tableKeys, named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = [column('property.id'), 'ASC'] as const;

/** The sort orders of properties, except by distance. Each is total. */
const PROPERTY_SORTS = {
  alphabetical: orderBy([column('property.address_order')], BY_ID),
  id: orderBy(BY_ID),
  newest: orderBy([column('property.created_at'), 'DESC'], BY_ID),
  updated: orderBy([column('property.updated_at'), 'DESC'], BY_ID),
} satisfies Record<string, Order>;

export type PropertySort = keyof typeof PROPERTY_SORTS | 'distance';

export const propertySort = named(
  'PropertySort',
  'Order of properties. Equal ones are ordered by id.',
  oneOf([...tableKeys(PROPERTY_SORTS), 'distance' as const].toSorted()),
);

/** The order of a list. */
export const propertyOrder = ({ sort, near }: Pick<MapQuery, 'near'> & { readonly sort: PropertySort }): Order =>
  sort === 'distance' ? byDistance('property', near) : PROPERTY_SORTS[sort];
