import { join, anyOfIds, raw, sql, SqlExecutor, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** The resources whose changes are logged. */
export type ChangedResource = 'account' | 'agent' | 'listing' | 'property' | 'suburb' | 'credential' | 'enquiry';

/** The key of a row in the change log. */
export interface ChangeKey {
  readonly xid: number;
  readonly id: number;
}

/** The offices whose listings a sub-account shows (D32). */
export interface Offices {
  readonly main: number | null;
  readonly source: string;
  readonly ids: readonly string[];
}

/** A row of the change log, as readers get it. */
export interface ChangeRow extends ChangeKey {
  readonly at: Date;
  readonly resource: ChangedResource;
  /** Null: all rows of the resource (TRUNCATE). */
  readonly resourceId: number | null;
  readonly uid: string | null;
  readonly websiteId: number | null;
  readonly formerWebsiteId: number | null;
  readonly kind: string;
  /**
   * Whether the log contains the row before and after the change; a transaction with more than 500 changes logs no
   * rows.
   */
  readonly canMatchRows: boolean;
  /** The accounts that showed the listing before and after the change. */
  readonly shownBefore: readonly number[] | null;
  readonly shownAfter: readonly number[] | null;
  /** The offices that the account showed before and after the change. */
  readonly officesBefore: Offices | null;
  readonly officesAfter: Offices | null;
}

/** The filter of a reader. */
export interface ChangesFilter {
  readonly resources: readonly ChangedResource[];
  /** Changes of the account, of its current and former resources, and of listings that it shows or has shown (D32). */
  readonly websiteID?: number | undefined;
  /**
   * True for messages: whether the account showed the resource after the change. False for copies: whether it shows the
   * resource now.
   */
  readonly asRecorded?: boolean;
}

interface Table {
  readonly table: string;
  /** SQL: whether an account shows a row. */
  readonly shownBy: (websiteID: number) => Sql;
}

/** The tables of the resources whose changes readers follow. */
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

/** The oldest open transaction: the log is complete before it (ADR 14). */
const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * The changes up to the safe horizon of a request. The statement may read later changes, but the cursor contains the
 * horizon's position in the write-ahead log: a promoted standby may lack later commits (ADR 32).
 */
export const changesUpTo = ({ xid: last }: Pick<ChangeKey, 'xid'>, changes: readonly ChangeRow[]): ChangeRow[] =>
  changes.filter(({ xid }) => xid <= last);

const isAfter = ({ xid, id }: ChangeKey): Sql =>
  sql`(xid, id) > (${String(xid)}::xid8, ${id}::bigint) AND xid < ${complete}`;

const officesIn = (row: Sql): Sql => sql`CASE WHEN resource = 'account' AND ${row} IS NOT NULL THEN
  jsonb_build_object('main', ${row} -> 'main_website_id', 'source', ${row} -> 'listing_source',
    'ids', ${row} -> 'listing_office_ids') END`;

const columns = sql`xid::text::float8 AS xid, id::float8 AS id, at, resource, resource_id AS "resourceId", uid,
  website_id AS "websiteId", former_website_id AS "formerWebsiteId", kind,
  (old_row IS NOT NULL OR new_row IS NOT NULL) AS "canMatchRows",
  old_row -> 'shown_by' AS "shownBefore", new_row -> 'shown_by' AS "shownAfter",
  ${officesIn(sql`old_row`)} AS "officesBefore", ${officesIn(sql`new_row`)} AS "officesAfter"`;

/** The start of the log at an instant; without a key, there is no change at or after it. */
interface LogStart {
  readonly isFuture: boolean;
  readonly isDropped: boolean;
  readonly xid: number | null;
  readonly id: number | null;
}

/** Reads the change log. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The changes after a key, in the order (xid, id); later reads never return an earlier key. It scans at most `most`
   * changes of the log; null: all.
   */
  async after(position: ChangeKey, filter: ChangesFilter, limit: number, most: number | null): Promise<ChangeRow[]> {
    const { resources, websiteID } = filter;
    const statement =
      websiteID === undefined
        ? sql`SELECT ${columns} FROM (
            SELECT * FROM changes WHERE ${isAfter(position)} ORDER BY changes.xid, changes.id LIMIT ${most}::int
          ) changes WHERE resource = ANY(${resources}::text[]) ORDER BY changes.xid, changes.id LIMIT ${limit}`
        : sql`SELECT ${columns} FROM (
            SELECT DISTINCT ON (found.xid, found.id) found.* FROM ${concerning(websiteID, position, resources, limit)}
            ORDER BY found.xid, found.id LIMIT ${limit}
          ) changes ORDER BY changes.xid, changes.id`;
    return this.executor.query<ChangeRow>(statement, 'lookup');
  }

  async at({ xid, id }: ChangeKey): Promise<ChangeRow | undefined> {
    const [change] = await this.executor.query<ChangeRow>(
      sql`SELECT ${columns} FROM changes WHERE xid = ${String(xid)}::xid8 AND id = ${id}::bigint`,
      'lookup',
    );
    return change;
  }

  /**
   * The resources of changes that exist now and, if an account is given, that it shows. The last change in the log does
   * not determine this: a transaction that began earlier comes first in the log, even if it changed its rows later.
   */
  async shown(changes: readonly ChangeRow[], websiteID: number | undefined): Promise<Set<string>> {
    if (changes.length === 0) return new Set();
    const shown = [...TABLES].map(([resource, { table, shownBy }]) => {
      const ids = changes.flatMap((change) => (change.resource === resource ? (change.resourceId ?? []) : []));
      const ofAccount = websiteID === undefined ? sql`` : sql` AND ${shownBy(websiteID)}`;
      return sql`SELECT ${resource} AS resource, id FROM ${raw(table)} WHERE id = ${anyOfIds(ids)}${ofAccount}`;
    });
    const rows = await this.executor.query<{ resource: string; id: number }>(join(shown, ' UNION ALL '), 'lookup');
    return new Set(rows.map(({ resource, id }) => `${resource} ${id}`));
  }

  /**
   * The first change at or after an instant. Changes have no index by time, but a partition for each day. `isDropped`:
   * the log has lost days, and lacks the day of the instant.
   */
  async startingAt(at: string): Promise<LogStart> {
    const [start] = await this.executor.query<LogStart>(
      sql`
      SELECT ${at}::timestamptz > now() AS "isFuture", horizon.xid > '0' AND to_regclass(
          to_char(${at}::timestamptz AT TIME ZONE 'UTC', '"changes_"YYYYMMDD')) IS NULL AS "isDropped",
        first.xid::text::float8 AS xid, first.id::float8 AS id
      FROM changes_horizon horizon LEFT JOIN LATERAL (
        SELECT xid, id FROM changes WHERE at >= ${at}::timestamptz AND xid < ${complete}
        ORDER BY changes.xid, changes.id LIMIT 1) first ON true`,
      'lookup',
    );
    if (!start) throw new Error('The horizon of the change log is missing');
    return start;
  }

  /** The key of the change that is `count` changes after a key; undefined if there are fewer. */
  async nth(position: ChangeKey, count: number): Promise<ChangeKey | undefined> {
    const [last] = await this.executor.query<ChangeKey>(
      sql`
      SELECT xid::text::float8 AS xid, id::float8 AS id FROM changes WHERE ${isAfter(position)}
      ORDER BY changes.xid, changes.id OFFSET ${count - 1} LIMIT 1`,
      'lookup',
    );
    return last;
  }

  /**
   * Whether the log lacks changes after a key, because old changes were dropped, a resource was truncated, or the log
   * has not reached the key.
   */
  async isExpired({ xid, id }: ChangeKey, resources: readonly ChangedResource[]): Promise<boolean> {
    const position = sql`(${String(xid)}::xid8, ${id}::bigint)`;
    const found = await this.executor.query(
      sql`
      SELECT FROM changes_horizon WHERE (xid, id) > ${position} OR ${String(xid)}::xid8 >= ${complete}
        OR EXISTS (SELECT FROM changes
          WHERE resource = ANY(${resources}::text[]) AND resource_id IS NULL AND (changes.xid, changes.id) > ${position})`,
      'lookup',
    );
    return found.length > 0;
  }
}

/**
 * SQL: the first changes that concern an account. A sub-account shows listings of its current and former main accounts;
 * a listing that was logged without its row may be one of them. Changes of the account itself are included with
 * listings, because they determine which listings it shows. Each part reads an index in order, and only its first rows:
 * a reader far behind does not read the whole log for each page.
 */
function concerning(websiteID: number, position: ChangeKey, resources: readonly ChangedResource[], limit: number): Sql {
  const shown = sql`jsonb_build_array(${websiteID}::int)`;
  const first = (column: Sql, account: Sql): Sql => sql`(
    SELECT * FROM changes WHERE ${column} = ${account} AND ${isAfter(position)}
      AND (resource = ANY(${resources}::text[])
        OR resource = 'account' AND resource_id = ${websiteID} AND 'listing' = ANY(${resources}::text[]))
      AND (website_id = ${websiteID} OR former_website_id = ${websiteID}
        OR resource = 'listing' AND (old_row IS NULL AND new_row IS NULL
          OR coalesce(old_row -> 'shown_by' @> ${shown}, false) OR coalesce(new_row -> 'shown_by' @> ${shown}, false)))
    ORDER BY xid, id LIMIT ${limit})`;
  const ofAccount = (account: Sql): Sql =>
    sql`${first(sql`website_id`, account)} UNION ALL ${first(sql`former_website_id`, account)}`;
  return sql`(${ofAccount(sql`${websiteID}::int`)} UNION ALL
    SELECT found.* FROM (
      SELECT main_website_id AS id FROM accounts WHERE id = ${websiteID} AND main_website_id IS NOT NULL
      UNION SELECT (old_row -> 'main_website_id')::int FROM changes
        WHERE resource = 'account' AND resource_id = ${websiteID} AND ${isAfter(position)}
          AND jsonb_typeof(old_row -> 'main_website_id') = 'number'
    ) main CROSS JOIN LATERAL (${ofAccount(sql`main.id`)}) found) found`;
}
