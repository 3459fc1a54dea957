import { allOf, anyOf, join, sql, type Sql } from '@app/sql';
import type { OrderTerm } from './order.js';

/** The values of the terms of an order for one row, as texts of PostgreSQL. */
export type KeysetValues = readonly (string | null)[];

/** A term whose rows without a value are last says so; other terms have a value in every row. */
export const mayBeNull = ({ way }: OrderTerm): boolean => way.text.endsWith('NULLS LAST');

export const isDescending = ({ way }: OrderTerm): boolean => way.text.startsWith('DESC');

/**
 * The conditions for the rows after one with these values, in an order. The rows of each condition are before those of
 * the next one, and are a range of an index in that order: PostgreSQL cannot read the whole from an index where
 * directions differ or values may be missing.
 */
export function rangesAfter(terms: readonly OrderTerm[], values: KeysetValues): Sql[] {
  if (terms.every((term) => !mayBeNull(term) && isDescending(term) === isDescending(terms[0]!))) {
    const sign = terms.every(isDescending) ? sql`<` : sql`>`;
    return [sql`(${join(terms.map(({ by }) => by))}) ${sign} (${join(values)})`];
  }
  // Rows that agree in all terms but the last come first, then those that agree in fewer.
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

/** The rows after one with these values. */
export const isAfter = (terms: readonly OrderTerm[], values: KeysetValues): Sql => anyOf(rangesAfter(terms, values));
