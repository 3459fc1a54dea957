import type { CacheDependencies, Shown } from '@app/cache';
import type { Sql } from '@app/sql';
import type { Order } from './order.js';
import type { Items, MapFeature, PageQuery } from './page.js';

/** The key of a row: an id, or in lists of names the name itself. */
export type Key = number | string;

/** A row of a page: its key, and the columns of the list. */
export interface ItemRow {
  readonly key: Key;
}

/** The rows that a page shows: the keys of its own rows, and the rows of other resources. */
export interface ShownPage {
  readonly keys: readonly Key[];
  readonly others: Shown;
}

/** A search: `table alias` with the joins that its conditions need, and the conditions. */
export interface Search {
  readonly from: Sql;
  readonly where: Sql;
}

/** The columns of the rows of a page; `from` is `table alias` with the alias of the search. */
export interface RowColumns {
  readonly from: Sql;
  readonly columns: Sql;
  /** The joins of the columns. */
  readonly joins?: Sql;
}

/** The items of a page. */
export interface Presented {
  readonly items: Items;
  /** Identifies the items: equal keys mean equal items. Absent: the text of the page is hashed. */
  readonly versionKey?: string;
  /** Rows of other resources that the items show. */
  readonly others?: Shown;
  /** The points of the items; absent: the list has no GeoJSON form. */
  readonly features?: () => readonly MapFeature[];
  /** The items as an iCalendar; absent: the list has no calendar form. */
  readonly calendar?: () => Promise<string>;
}

/** A requested list: search, sort order, columns and presentation. */
export interface ListQuery<Row extends object = never> {
  /** The name of the list, unique among lists. */
  readonly name: string;
  readonly query: PageQuery;
  /** Finds the matching rows; they are counted and, if few, sorted. */
  readonly search: Search;
  /** Finds the matching rows in an index in the sort order; default: `search`. */
  readonly inOrder?: Search | undefined;
  /** Whether the rows of a long list are not counted, because the response has no total. */
  readonly isUncounted?: boolean;
  /** The key expression of a row: `listing.id`. */
  readonly key: Sql;
  /** A total order: no two rows are equal. */
  readonly order: Order;
  readonly row: RowColumns;
  readonly present: (rows: readonly (Row & ItemRow)[]) => Presented;
  /** The cache dependencies of a page (ADR 15); absent: every commit invalidates it. */
  readonly dependsOn?: (page: ShownPage) => CacheDependencies;
}

/** Presents each row separately. */
export const each =
  <Row extends object>(present: (row: Row) => string) =>
  (rows: readonly Row[]): Presented => ({ items: rows.map(present) });

/** The distinct rows of other resources that the rows show. Every cached response stores them. */
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
