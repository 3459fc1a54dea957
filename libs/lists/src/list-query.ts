import type { RowSource } from '@app/documents';
import type { Dependence, Shown } from '@app/cache';
import type { Sql } from '@app/sql';
import type { Order } from './order.js';
import type { Items, MapFeature, PageQuery } from './page.js';

/** What identifies a row of a list: an id, or the name itself in lists of names. */
export type Key = number | string;

/** A row of a page: its key, and the columns of the list. */
export interface ItemRow {
  readonly key: Key;
}

/** What a page shows: its rows by their keys, and rows of other resources. */
export interface ShownPage {
  readonly keys: readonly Key[];
  readonly others: Shown;
}

/** Rows that are searched: `table alias`, with the joins that the conditions need, and the conditions. */
export interface Search {
  readonly from: Sql;
  readonly where: Sql;
}

/** What is read of a row of the page, from `table alias` under the alias of the search. */
export interface RowColumns {
  readonly from: Sql;
  readonly columns: Sql;
  /** Joins that only these columns need. */
  readonly joins?: Sql;
}

/** The items of the rows of a page. */
export interface Presented {
  readonly items: Items;
  /** Names what the items show: equal texts mean equal items. When absent, the text of the page is hashed. */
  readonly versionKey?: string;
  /** The rows of other resources whose data is shown. */
  readonly others?: Shown;
  /** Where the items are on the map; when absent, the list has no answer in GeoJSON. */
  readonly features?: () => readonly MapFeature[];
}

/** A list as requested: the rows, their order, and what to read and show of those on the page. */
export interface ListQuery<Row extends object = never> {
  /** Distinguishes it from other lists. */
  readonly name: string;
  readonly query: PageQuery;
  /** The rows that match: they are counted, and sorted where they are few. */
  readonly search: Search;
  /** The same rows where an index has them in the order of the list; default: `search`. */
  readonly inOrder?: Search | undefined;
  /** The expression that identifies a row: `listing.id`. */
  readonly key: Sql;
  /** A total order: no two rows are equal. */
  readonly order: Order;
  readonly row: RowColumns;
  /** Presents rows; undefined when something that they show has changed since they were read. */
  readonly present: (rows: readonly (Row & ItemRow)[], source: RowSource) => Presented | Promise<Presented | undefined>;
  /** What the list and a page of it depend on (ADR 20); when absent, on every commit. */
  readonly dependsOn?: (page: ShownPage) => Dependence;
}

/** Presents each row by itself. */
export const each =
  <Row extends object>(present: (row: Row) => string) =>
  (rows: readonly Row[]): Presented => ({ items: rows.map(present) });

/** The rows of other resources that rows show, each once: they are kept with every cached response. */
export function shownTogether<Row>(rows: readonly Row[], shownBy: (row: Row) => Shown): Shown {
  const ids = new Map<string, Set<number>>();
  for (const row of rows) {
    for (const [resource, shown] of Object.entries(shownBy(row))) {
      const known = ids.get(resource) ?? new Set();
      ids.set(resource, known);
      for (const id of shown) known.add(id);
    }
  }
  return Object.fromEntries([...ids].map(([resource, known]) => [resource, [...known]]));
}
