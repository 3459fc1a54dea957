import type { PageQuery } from './page.js';
import type { Sql } from './sql.js';

/** What names a row of a list: an id, or the name itself where names are listed. */
export type Key = number | string;

/** A list as it was asked for: which rows there are, in what order, and what is read and shown of those on the page. */
export interface List<Row extends object = never> {
  /** Tells it from the other lists. */
  readonly name: string;
  readonly query: PageQuery;
  /** `table alias`, and whatever the conditions need beside it. */
  readonly from: Sql;
  /** What names a row: `listing.id`. */
  readonly key: Sql;
  readonly where: Sql;
  /** A total order. */
  readonly order: Sql;
  /** What is read of a row on the page; it follows from the key and the store alone. */
  readonly columns: Sql;
  /** Joined to the rows on the page alone. */
  readonly joins?: Sql;
  /** JSON text of a row. */
  readonly present: (row: Row) => string;
}
