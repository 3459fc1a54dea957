import { allOf, anyOf, join, sql, type Sql, raw } from '@app/sql';
import type { OrderTerm, Order } from './order.js';

/** The part of a list that a page shows. */
export interface Part {
  readonly limit: number;
  /** The number of rows before the page; 0 in pages by cursor. */
  readonly offset: number;
  /** The sort values of the row before the page, in pages by cursor. */
  readonly after?: KeysetValues | undefined;
}

/** The terms of an order as the columns `by_0`, `by_1`, ... of a subquery. */
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

/** The sort values of a row, as texts of PostgreSQL. */
export type KeysetValues = readonly (string | null)[];

/** Whether a term may be NULL: only terms with NULLS LAST may. */
const mayBeNull = ({ way }: OrderTerm): boolean => way.text.endsWith('NULLS LAST');

export const isDescending = ({ way }: OrderTerm): boolean => way.text.startsWith('DESC');

/**
 * The conditions for the rows after a given row, in order. Each condition is a contiguous range of an index in the sort
 * order. PostgreSQL cannot read all of them as one range if directions differ or values may be NULL.
 */
export function rangesAfter(terms: readonly OrderTerm[], values: KeysetValues): Sql[] {
  if (terms.every((term) => !mayBeNull(term) && isDescending(term) === isDescending(terms[0]!))) {
    const sign = terms.every(isDescending) ? sql`<` : sql`>`;
    return [sql`(${join(terms.map(({ by }) => by))}) ${sign} (${join(values)})`];
  }
  // First the rows that equal it in all terms but the last, then the rows that equal it in fewer terms.
  return terms.flatMap((_, at) => {
    const last = terms.length - 1 - at;
    const same = terms.slice(0, last).map(({ by }, before) => isSame(by, values[before] ?? null));
    return rangesOfTerm(terms[last]!, values[last] ?? null).map((range) => allOf([...same, range]));
  });
}

const isSame = (by: Sql, value: string | null): Sql => (value === null ? sql`${by} IS NULL` : sql`${by} = ${value}`);

function rangesOfTerm(term: OrderTerm, value: string | null): Sql[] {
  if (value === null) return [];
  const further = isDescending(term) ? sql`${term.by} < ${value}` : sql`${term.by} > ${value}`;
  return mayBeNull(term) ? [further, sql`${term.by} IS NULL`] : [further];
}

export const isAfter = (terms: readonly OrderTerm[], values: KeysetValues): Sql => anyOf(rangesAfter(terms, values));
