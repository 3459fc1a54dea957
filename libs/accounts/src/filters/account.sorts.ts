import { bytewise, column, lower } from '@app/sql';
import { COUNT_SORTS } from '../listings/listing-counts.reads.js';
import { orderBy, type Order } from '@app/lists';
import { tableKeys, named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = [column('account.id'), 'ASC'] as const;

/** The sort orders of accounts by their own columns; each is total. */
export const ACCOUNT_SORTS = {
  id: orderBy(BY_ID),
  name: orderBy([bytewise(lower(column('account.name')))], BY_ID),
  newest: orderBy([column('account.created_at'), 'DESC'], BY_ID),
  updated: orderBy([column('account.updated_at'), 'DESC'], BY_ID),
} satisfies Record<string, Order>;

export type AccountSort = keyof typeof ACCOUNT_SORTS | (typeof COUNT_SORTS)[number] | 'distance';

export const accountSort = named(
  'AccountSort',
  'Order of accounts. Ties are ordered by id.',
  oneOf([...tableKeys(ACCOUNT_SORTS), ...COUNT_SORTS, 'distance'] as const),
);
