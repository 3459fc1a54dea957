import { bytewise, column, lower } from '@app/sql';
import { orderBy, type Order } from '@app/lists';
import { tableKeys, named, oneOf } from '@app/schema';

/** Ties are broken by id. */
const BY_ID = [column('account.id'), 'ASC'] as const;

/** Every sort order of accounts; each is total. */
export const ACCOUNT_SORTS = {
  id: orderBy(BY_ID),
  name: orderBy([bytewise(lower(column('account.name')))], BY_ID),
  newest: orderBy([column('account.created_at'), 'DESC'], BY_ID),
  updated: orderBy([column('account.updated_at'), 'DESC'], BY_ID),
} satisfies Record<string, Order>;

export type AccountSort = keyof typeof ACCOUNT_SORTS;

export const accountSort = named(
  'AccountSort',
  'Order of accounts. Ties are ordered by id.',
  oneOf(tableKeys(ACCOUNT_SORTS)),
);
