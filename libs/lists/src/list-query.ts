import type { RowSource } from '@app/documents';
import type { Sql } from '@app/sql';
import type { Dependence, Resource, RowTest, Shown } from '@app/snapshot-cache';
import type { Bound } from './bounds.js';
import type { Order } from './order.js';
import type { Items, MapFeature, PageQuery } from './page.js';

/** What identifies a row of a list: an id, or the name itself in lists of names. */
export type Key = number | string;

/** The key of a row, read in addition to its columns. */
export interface ItemRow extends ReadAt {
  readonly key: Key;
}

/** The snapshot in which a row was read, and the life of the server. */
export interface ReadAt {
  readonly snapshot: string;
  readonly life: string;
}

/** What a page shows: its rows by their keys, and things of other resources. */
export interface ShownPage {
  readonly keys: readonly Key[];
  readonly things: Shown;
}

/** How the rows of a list are logged, whose conditions read nothing but the row itself. */
export interface LoggedRows {
  readonly resource: Resource;
  /** A logged row (jsonb) as a row of `from`, under the same alias. */
  readonly as: (row: Sql) => Sql;
}

/** How the rows of a list are carried on from change to change. */
export interface CarriedRows<Row> {
  /** Whose changes move rows. */
  readonly resource: Resource;
  /** Whether a logged row is in the list. */
  readonly test: () => RowTest;
  /** What is kept of a row: enough to present it. */
  readonly keptOf: (row: Row & ItemRow, at: ReadAt) => ItemRow;
  /** Whether that is enough to present it without another statement. */
  readonly isAtHand: (row: Row) => boolean;
}

/**
 * Narrow copies of rows. Their table is read as quickly as an index of the others, whether it was vacuumed or not, while
 * an index-only scan looks up each row that is on a changed page.
 */
export interface NarrowRows {
  /** SQL: whether they are read in less time, because the others have changed on many pages since the last VACUUM. */
  readonly areQuicker: Sql;
  /** What that was when a statement looked last: a statement is planned in less time for one of both. */
  readonly wereQuicker?: boolean;
  /** Under the alias of `from`. */
  readonly source: Sql;
  readonly where: Sql;
  /** They have an index in the order of the list. */
  readonly areInOrder: boolean;
}

/** A list as requested: the rows, their order, and what to read and show of those on the page. */
export interface ListQuery<Row extends object = never> {
  /** Distinguishes it from other lists. */
  readonly name: string;
  readonly query: PageQuery;
  /** `table alias`, and any joins that the conditions need. */
  readonly from: Sql;
  /** The rows to search, under the alias of `from`, where a UNION ALL of ranges is quicker than all rows; default: `from`. */
  readonly source?: Sql;
  /** The same rows elsewhere, for a list that may be long. */
  readonly narrow?: NarrowRows | undefined;
  /** The expression that identifies a row: `listing.id`. */
  readonly key: Sql;
  readonly where: Sql;
  /** A total order: no two rows are equal. */
  readonly order: Order;
  /** The columns to read for a row of the page; they depend only on the key and the database. */
  readonly columns: Sql;
  /** Joins needed only for the rows of the page. */
  readonly joins?: Sql;
  /** The items of rows; undefined when something that they show has changed since they were read. */
  readonly present: (rows: readonly Row[], source: RowSource) => Items | Promise<Items | undefined>;
  /** Names what a row shows: equal texts of one life of the server mean equal items. */
  readonly nameOf?: (row: Row) => string;
  /** The things of other resources whose data is shown with a row. */
  readonly shows?: (row: Row) => Shown;
  /** Where a row is on the map, and what identifies it there; when absent, it has no answer in GeoJSON. */
  readonly featureOf?: (row: Row, item: string) => MapFeature;
  /** The bounds among its conditions; when absent, its total has nothing to do with that of other lists. */
  readonly bounds?: () => readonly Bound[];
  /** How its rows are logged; when absent, or absent from the log, the list is counted again after a change. */
  readonly logged?: () => LoggedRows | undefined;
  /** When absent, a range of the list is read again after a change that concerns it. */
  readonly carried?: CarriedRows<Row> | undefined;
  /** What the list and a page of it depend on (ADR 24); when absent, on every commit. */
  readonly dependsOn?: (page: ShownPage) => Dependence;
}

/** Presents each row by itself. */
export const each =
  <Row extends object>(present: (row: Row) => string) =>
  (rows: readonly Row[]): Items =>
    rows.map(present);
