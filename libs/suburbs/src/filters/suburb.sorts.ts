import { bytewise, column, lower } from '@app/sql';
import { orderBy, type Order, byDistance, type MapQuery } from '@app/lists';
import { tableKeys, named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = [column('suburb.id'), 'ASC'] as const;

/** The sort orders of suburbs except by distance; each is total. */
const SUBURB_SORTS = {
  id: orderBy(BY_ID),
  name: orderBy([bytewise(lower(column('suburb.name')))], BY_ID),
} satisfies Record<string, Order>;

export type SuburbSort = keyof typeof SUBURB_SORTS | 'distance';

export const suburbSort = named(
  'SuburbSort',
  'Order of suburbs. Ties are ordered by id.',
  oneOf([...tableKeys(SUBURB_SORTS), 'distance' as const].toSorted()),
);

export const suburbOrder = ({ sort, near }: Pick<MapQuery, 'near'> & { readonly sort: SuburbSort }): Order =>
  sort === 'distance' ? byDistance('suburb', near) : SUBURB_SORTS[sort];
