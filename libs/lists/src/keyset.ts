import { allOf, anyOf, join, sql, type Sql } from '@app/sql';
import type { OrderTerm } from './order.js';

/** The sort values of a row, as texts of PostgreSQL. */
export type KeysetValues = readonly (string | null)[];

/** Whether a term may be NULL: only terms with NULLS LAST may. */
export const mayBeNull = ({ way }: OrderTerm): boolean => way.text.endsWith('NULLS LAST');

export const isDescending = ({ way }: OrderTerm): boolean => way.text.startsWith('DESC');

/**
 * The conditions for the rows after a row, in order. Each condition is a range of an index in the sort order, before
 * the next range. PostgreSQL cannot read the whole from an index if directions differ or values may be NULL.
 */
export function rangesAfter(terms: readonly OrderTerm[], values: KeysetValues): Sql[] {
  if (terms.every((term) => !mayBeNull(term) && isDescending(term) === isDescending(terms[0]!))) {
    const sign = terms.every(isDescending) ? sql`<` : sql`>`;
    return [sql`(${join(terms.map(({ by }) => by))}) ${sign} (${join(values)})`];
  }
  // First the rows that agree in all terms but the last, then those that agree in fewer.
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

/** The condition for the rows after a row. */
export const isAfter = (terms: readonly OrderTerm[], values: KeysetValues): Sql => anyOf(rangesAfter(terms, values));
