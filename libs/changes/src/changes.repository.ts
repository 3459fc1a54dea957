import { allOf, sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** The resources whose changes are recorded. */
export type ChangedResource = 'account' | 'agent' | 'listing' | 'property' | 'suburb' | 'credential';

/** A place in the log; both numbers as decimal digits, because they exceed the range of a number. */
export interface LogPosition {
  readonly xid: string;
  readonly id: string;
}

/** What a reader of the log is shown. */
export interface Change extends LogPosition {
  readonly at: Date;
  readonly resource: ChangedResource;
  /** Null: all of them (TRUNCATE). */
  readonly resourceId: number | null;
  readonly uid: string | null;
  readonly websiteId: number | null;
  readonly kind: string;
  /** The changed fields of a listing, with their old and new values. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Which changes a reader wants. */
export interface ChangesFilter {
  readonly resources?: readonly ChangedResource[];
  /** Changes of the account, of what belongs to it, and of listings that it shows or has shown (D32). */
  readonly websiteID?: number;
}

/** The last transaction that has ended before every one that is still open: up to it the log is complete (ADR 23). */
const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** Reads the log of changes. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** The end of the log: what is recorded from now on comes after it. */
  async end(): Promise<LogPosition> {
    const [{ xid }] = (await this.executor.queryPrepared<{ xid: string }>(sql`SELECT ${complete}::text AS xid`)) as [
      { xid: string }, // one row
    ];
    return { xid, id: '0' };
  }

  /**
   * The changes after a position, in the order (xid, id), in which none appears in front of another that was read.
   *
   * @returns undefined when changes after the position have been dropped
   */
  async after(position: LogPosition, filter: ChangesFilter, limit: number): Promise<Change[] | undefined> {
    const changes = await this.executor.queryPrepared<Change>(sql`
      SELECT xid::text, id::text, at, resource, resource_id AS "resourceId", uid, website_id AS "websiteId", kind, before,
        after
      FROM changes
      WHERE (xid, id) > (${position.xid}::xid8, ${position.id}::bigint) AND xid < ${complete}
        AND ${conditionOf(filter)}
      ORDER BY changes.xid, changes.id LIMIT ${limit}`);
    // Afterwards, because days may be dropped while the statement is being planned.
    return (await this.isDropped(position)) ? undefined : changes;
  }

  private async isDropped({ xid, id }: LogPosition): Promise<boolean> {
    const found = await this.executor.queryPrepared(
      sql`SELECT FROM changes_horizon WHERE (xid, id) > (${xid}::xid8, ${id}::bigint)`,
    );
    return found.length > 0;
  }
}

function conditionOf({ resources, websiteID }: ChangesFilter) {
  return allOf([
    ...(resources ? [sql`resource = ANY(${resources}::text[])`] : []),
    ...(websiteID === undefined ? [] : [isOf(websiteID)]),
  ]);
}

/** A sub-account shows listings of its main account; of those that were recorded without their rows, any may be one. */
function isOf(websiteID: number) {
  const shown = sql`jsonb_build_array(${websiteID}::int)`;
  return sql`website_id = ANY(ARRAY(
      SELECT ${websiteID}::int UNION ALL SELECT main_website_id FROM accounts WHERE id = ${websiteID}))
    AND (website_id = ${websiteID} OR resource = 'listing' AND coalesce(old_row -> 'shown_by' @> ${shown}
      OR new_row -> 'shown_by' @> ${shown}, old_row IS NULL AND new_row IS NULL))`;
}
