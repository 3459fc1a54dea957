import { join, raw, sql, type Sql } from '@app/sql';
import type { KeysetValues } from '../keyset.js';
import type { Order, OrderTerm } from '../order.js';

/** The part of a list on a page. */
export interface Part {
  readonly limit: number;
  /** The number of rows before it; 0 in pages by cursor. */
  readonly offset: number;
  /** The sort values of the row before it, in pages by cursor. */
  readonly after?: KeysetValues | undefined;
}

/** The terms of an order as columns `by_0`, `by_1`, ... of a subquery. */
export const orderColumns = ({ terms }: Pick<Order, 'terms'>): OrderTerm[] =>
  terms.map(({ way }, at) => ({ by: raw(`by_${at}`), way }));

/** The columns `by_0`, `by_1`, ... */
export const selectOrder = ({ terms }: Pick<Order, 'terms'>): Sql =>
  join(terms.map(({ by }, at) => sql`${by} AS ${raw(`by_${at}`)}`));

/** The list of an ORDER BY. */
export const orderedBy = (terms: readonly OrderTerm[]): Sql => join(terms.map(({ by, way }) => sql`${by} ${way}`));

/** The values of an order as an array of texts. */
export const textsOfOrder = ({ terms }: Pick<Order, 'terms'>): Sql =>
  sql`ARRAY[${join(terms.map(({ by }) => sql`(${by})::text`))}]`;
