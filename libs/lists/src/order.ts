import { Column, raw, type Sql } from '@app/sql';

/** How values of a term are compared; `bytes`: texts of the collation "C". */
export type Comparison = 'number' | 'instant' | 'bytes';

/** A sort order. */
export interface Order {
  readonly terms: readonly OrderTerm[];
  /** Whether the terms are columns of the table only, and not of the indexes of the filters. */
  readonly isOfRows: boolean;
  /** The logged columns that determine the order; undefined if other values do. */
  readonly columns: readonly string[] | undefined;
}

/** One expression of a sort order, with its direction. */
export interface OrderTerm {
  readonly by: Sql;
  readonly way: Sql;
  /** The logged column with the value; undefined if there is none. */
  readonly column?: string | undefined;
  /** The comparison of the values; absent: only PostgreSQL can compare them. */
  readonly compared?: Comparison | undefined;
}

type Term = readonly [by: Sql, way?: string, compared?: Comparison];

const orderOf = (terms: readonly Term[], isOfRows: boolean): Order => {
  const read = terms.map(([by, way = 'ASC', compared]) => {
    return { by, way: raw(way), column: by instanceof Column ? by.name : undefined, compared };
  });
  const columns = read.map(({ column }) => column);
  return {
    terms: read,
    isOfRows,
    columns: columns.every((name) => name !== undefined) ? columns : undefined,
  };
};

/** A sort order by these expressions; the default direction is `ASC`. */
export const orderBy = (...terms: readonly Term[]): Order => orderOf(terms, false);

/** A sort order by expressions that only the table has, and not the indexes of the filters. */
export const orderOfRows = (...terms: readonly Term[]): Order => orderOf(terms, true);
