import { join, oneOf, raw, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** The resources whose changes are recorded. */
export type ChangedResource = 'account' | 'agent' | 'listing' | 'property' | 'suburb' | 'credential' | 'enquiry';

/** A place in the log. */
export interface Position {
  readonly xid: number;
  readonly id: number;
}

/** The listings of its main account that an account shows: those of some offices (D32). */
export interface Offices {
  readonly main: number | null;
  readonly source: string;
  readonly ids: readonly string[];
}

/** What a reader of the log is shown. */
export interface Change extends Position {
  readonly at: Date;
  readonly resource: ChangedResource;
  /** Null: all of them (TRUNCATE). */
  readonly resourceId: number | null;
  readonly uid: string | null;
  readonly websiteId: number | null;
  readonly formerWebsiteId: number | null;
  readonly kind: string;
  /** Whether the row was recorded before and after the change: of more than 500 in a transaction it is not. */
  readonly canMatchRows: boolean;
  /** The accounts that have shown a listing, and that show it now. */
  readonly shownBefore: readonly number[] | null;
  readonly shownAfter: readonly number[] | null;
  /** Of an account: the offices that it has shown, and shows now. */
  readonly officesBefore: Offices | null;
  readonly officesAfter: Offices | null;
}

/** Which changes a reader wants. */
export interface ChangesFilter {
  readonly resources: readonly ChangedResource[];
  /** Changes of the account, of what belongs to it or has, and of listings that it shows or has shown (D32). */
  readonly websiteID?: number | undefined;
  /** For messages: whether an account showed a resource after each change. For copies, without it: whether it shows it now. */
  readonly asRecorded?: boolean;
}

interface Table {
  readonly table: string;
  /** SQL: whether an account shows a row. */
  readonly shownBy: (websiteID: number) => Sql;
}

/** Where the resources are whose changes readers follow. */
const TABLES: ReadonlyMap<ChangedResource, Table> = new Map<ChangedResource, Table>([
  ['account', { table: 'accounts', shownBy: (websiteID) => sql`id = ${websiteID}` }],
  ['agent', { table: 'agents', shownBy: (websiteID) => sql`website_id = ${websiteID}` }],
  [
    'listing',
    {
      table: 'listings',
      shownBy: (websiteID) => sql`accounts_showing(website_id, agent_id) @> jsonb_build_array(${websiteID}::int)`,
    },
  ],
  ['property', { table: 'properties', shownBy: () => sql`false` }],
  ['enquiry', { table: 'enquiries', shownBy: (websiteID) => sql`website_id = ${websiteID}` }],
]);

/** The last transaction that has ended before every one that is still open: up to it the log is complete (ADR 19). */
const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * The changes up to the safe horizon of a request. The statement reads later changes as well, but the cursor has the place of
 * the horizon in the write-ahead log: a standby that takes over may lack the commits behind it (ADR 45).
 */
export const upTo = ({ xid: last }: Pick<Position, 'xid'>, changes: readonly Change[]): Change[] =>
  changes.filter(({ xid }) => xid <= last);

const isAfter = ({ xid, id }: Position): Sql =>
  sql`(xid, id) > (${String(xid)}::xid8, ${id}::bigint) AND xid < ${complete}`;

const officesIn = (row: Sql): Sql => sql`CASE WHEN resource = 'account' AND ${row} IS NOT NULL THEN
  jsonb_build_object('main', ${row} -> 'main_website_id', 'source', ${row} -> 'listing_source',
    'ids', ${row} -> 'listing_office_ids') END`;

const columns = sql`xid::text::float8 AS xid, id::float8 AS id, at, resource, resource_id AS "resourceId", uid,
  website_id AS "websiteId", former_website_id AS "formerWebsiteId", kind,
  (old_row IS NOT NULL OR new_row IS NOT NULL) AS "canMatchRows",
  old_row -> 'shown_by' AS "shownBefore", new_row -> 'shown_by' AS "shownAfter",
  ${officesIn(sql`old_row`)} AS "officesBefore", ${officesIn(sql`new_row`)} AS "officesAfter"`;

/** Reads the log of changes. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The changes after a position, in the order (xid, id), in which none appears in front of another that was read. Of the
   * log at most `most` changes are looked at; null: all.
   */
  async after(position: Position, filter: ChangesFilter, limit: number, most: number | null): Promise<Change[]> {
    const { resources, websiteID } = filter;
    const statement =
      websiteID === undefined
        ? sql`SELECT ${columns} FROM (
            SELECT * FROM changes WHERE ${isAfter(position)} ORDER BY changes.xid, changes.id LIMIT ${most}::int
          ) changes WHERE resource = ANY(${resources}::text[]) ORDER BY changes.xid, changes.id LIMIT ${limit}`
        : sql`WITH own AS MATERIALIZED (${concerning(websiteID, position, resources)})
          SELECT * FROM own ORDER BY xid, id LIMIT ${limit}`;
    return this.executor.queryPrepared<Change>(statement);
  }

  /** One change. */
  async at({ xid, id }: Position): Promise<Change | undefined> {
    const [change] = await this.executor.queryPrepared<Change>(
      sql`SELECT ${columns} FROM changes WHERE xid = ${String(xid)}::xid8 AND id = ${id}::bigint`,
    );
    return change;
  }

  /**
   * The resources of changes that exist now, and that an account shows, if one is named. The log alone does not say so: a
   * transaction that began earlier stands before another in the log, also when its rows were changed after those of it.
   */
  async shown(changes: readonly Change[], websiteID: number | undefined): Promise<Set<string>> {
    if (changes.length === 0) return new Set();
    const shown = [...TABLES].map(([resource, { table, shownBy }]) => {
      const ids = changes.flatMap((change) => (change.resource === resource ? (change.resourceId ?? []) : []));
      const ofAccount = websiteID === undefined ? sql`` : sql` AND ${shownBy(websiteID)}`;
      return sql`SELECT ${resource} AS resource, id FROM ${raw(table)} WHERE id = ${oneOf(ids)}${ofAccount}`;
    });
    const rows = await this.executor.queryPrepared<{ resource: string; id: number }>(join(shown, ' UNION ALL '));
    return new Set(rows.map(({ resource, id }) => `${resource} ${id}`));
  }

  /** The place of the last of so many changes after a position, if there are as many. */
  async nth(position: Position, count: number): Promise<Position | undefined> {
    const [last] = await this.executor.queryPrepared<Position>(sql`
      SELECT xid::text::float8 AS xid, id::float8 AS id FROM changes WHERE ${isAfter(position)}
      ORDER BY changes.xid, changes.id OFFSET ${count - 1} LIMIT 1`);
    return last;
  }

  /**
   * Whether what comes after a position cannot be told: changes were dropped, all rows of a resource were removed without
   * being named (TRUNCATE), or the log has never reached it.
   */
  async isExpired({ xid, id }: Position, resources: readonly ChangedResource[]): Promise<boolean> {
    const position = sql`(${String(xid)}::xid8, ${id}::bigint)`;
    const found = await this.executor.queryPrepared(sql`
      SELECT FROM changes_horizon WHERE (xid, id) > ${position} OR ${String(xid)}::xid8 >= ${complete}
        OR EXISTS (SELECT FROM changes
          WHERE resource = ANY(${resources}::text[]) AND resource_id IS NULL AND (changes.xid, changes.id) > ${position})`);
    return found.length > 0;
  }
}

/**
 * What concerns an account. A sub-account shows listings of its main account, which may have been another one; of
 * listings that were recorded without their rows, any may be one. Its own changes say which listings it shows newly, or
 * no longer: they are read whenever listings are.
 */
function concerning(websiteID: number, position: Position, resources: readonly ChangedResource[]): Sql {
  const shown = sql`jsonb_build_array(${websiteID}::int)`;
  const accounts = sql`ARRAY(
    SELECT ${websiteID}::int
    UNION SELECT main_website_id FROM accounts WHERE id = ${websiteID} AND main_website_id IS NOT NULL
    UNION SELECT (old_row -> 'main_website_id')::int FROM changes
      WHERE resource = 'account' AND resource_id = ${websiteID} AND ${isAfter(position)}
        AND jsonb_typeof(old_row -> 'main_website_id') = 'number')`;
  return sql`
    SELECT ${columns} FROM changes
    WHERE (website_id = ANY(${accounts}) OR former_website_id = ANY(${accounts})) AND ${isAfter(position)}
      AND (resource = ANY(${resources}::text[])
        OR resource = 'account' AND resource_id = ${websiteID} AND 'listing' = ANY(${resources}::text[]))
      AND (website_id = ${websiteID} OR former_website_id = ${websiteID}
        OR resource = 'listing' AND (old_row IS NULL AND new_row IS NULL
          OR coalesce(old_row -> 'shown_by' @> ${shown}, false) OR coalesce(new_row -> 'shown_by' @> ${shown}, false)))`;
}
