import { orderBy, type Order } from '@app/lists';
import { named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = ['suburb.id', 'ASC'] as const;

/** Every sort order of suburbs; each is total. */
export const SUBURB_SORTS = {
  id: orderBy(BY_ID),
  name: orderBy(['lower(suburb.name) COLLATE "C"'], BY_ID),
} satisfies Record<string, Order>;

export type SuburbSort = keyof typeof SUBURB_SORTS;

// Object.keys is typed as texts; these are the names of the sorts.
export const suburbSort = named(
  'SuburbSort',
  'Order of suburbs. Equal ones are ordered by id.',
  oneOf(Object.keys(SUBURB_SORTS) as SuburbSort[]),
);
