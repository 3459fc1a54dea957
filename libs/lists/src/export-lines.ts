import type { Sql } from '@app/sql';

/** What is exported: a statement, and how each of its rows becomes a line of a bundle. */
export interface ExportLines<Row extends object = never> {
  readonly statement: Sql;
  readonly line: (row: Row) => string;
}
