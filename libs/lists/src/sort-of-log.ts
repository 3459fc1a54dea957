import { named, oneOf } from '@app/schema';
import { orderBy, type Order } from './order.js';

/** The sort orders of a list whose items have increasing ids and never change. */
export const LOG_SORTS = {
  id: 'ASC',
  newest: 'DESC',
} as const;

export type LogSort = keyof typeof LOG_SORTS;

// Object.keys is typed as texts; these are the names of the sorts.
export const logSort = named(
  'LogSort',
  'Order of items that are numbered as they come. `id`: the oldest first.',
  oneOf(Object.keys(LOG_SORTS) as LogSort[]),
);

/** The order of a list by its numeric ids. */
export const orderOfLog = (key: string, sort: LogSort): Order => orderBy([key, LOG_SORTS[sort]]);
