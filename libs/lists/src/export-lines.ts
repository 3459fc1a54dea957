import type { Sql } from '@app/sql';

/** An export: a statement, and the function that makes a bundle line of each row. */
export interface ExportLines<Row extends object = never> {
  readonly statement: Sql;
  readonly line: (row: Row) => string;
}
