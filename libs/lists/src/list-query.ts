import { raw, type Sql } from '@app/sql';
import type { PageQuery } from './page.js';

/** What names a row of a list: an id, or the name itself where names are listed. */
export type Key = number | string;

/** An order of rows. */
export interface Order {
  readonly terms: readonly OrderTerm[];
  /** It goes by what only the rows themselves hold; otherwise the indexes that filters read hold it as well. */
  readonly isOfRows: boolean;
}

/** A term of an order: an expression, and the way it goes. */
export interface OrderTerm {
  readonly by: Sql;
  readonly way: Sql;
}

type Term = readonly [by: string, way?: string];

const termsOf = (terms: readonly Term[]): OrderTerm[] =>
  terms.map(([by, way = 'ASC']) => ({ by: raw(by), way: raw(way) }));

/** An order by these expressions, each with its way unless that is `ASC`. */
export const orderBy = (...terms: readonly Term[]): Order => ({ terms: termsOf(terms), isOfRows: false });

/** The same, by what only the rows themselves hold. */
export const orderOfRows = (...terms: readonly Term[]): Order => ({ terms: termsOf(terms), isOfRows: true });

/** A list as it was asked for: which rows there are, in what order, and what is read and shown of those on the page. */
export interface ListQuery<Row extends object = never> {
  /** Tells it from the other lists. */
  readonly name: string;
  readonly query: PageQuery;
  /** `table alias`, and whatever the conditions need beside it. */
  readonly from: Sql;
  /** What names a row: `listing.id`. */
  readonly key: Sql;
  readonly where: Sql;
  /** A total order. */
  readonly order: Order;
  /** What is read of a row on the page; it follows from the key and the store alone. */
  readonly columns: Sql;
  /** Joined to the rows on the page alone. */
  readonly joins?: Sql;
  /** JSON text of a row. */
  readonly present: (row: Row) => string;
}
