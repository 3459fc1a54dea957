import { allOf, sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** The resources whose changes are recorded. */
export type ChangedResource = 'account' | 'agent' | 'listing' | 'property' | 'suburb' | 'credential';

/** A place in the log. */
export interface Position {
  readonly xid: number;
  readonly id: number;
}

/** What a reader of the log is shown. */
export interface Change extends Position {
  readonly at: Date;
  readonly resource: ChangedResource;
  /** Null: all of them (TRUNCATE). */
  readonly resourceId: number | null;
  readonly uid: string | null;
  readonly websiteId: number | null;
  readonly kind: string;
  /** The accounts that show a listing after the change; null when it is gone, or when the row was not recorded. */
  readonly shownBy: readonly number[] | null;
}

/** Which changes a reader wants. */
export interface ChangesFilter {
  readonly resources?: readonly ChangedResource[];
  /** Changes of the account, of what belongs to it, and of listings that it shows or has shown (D32). */
  readonly websiteID?: number | undefined;
}

/** The last transaction that has ended before every one that is still open: up to it the log is complete (ADR 23). */
const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** Reads the log of changes. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * The changes after a position, in the order (xid, id), in which none appears in front of another that was read.
   *
   * @returns undefined when changes after the position have been dropped, or the log has never reached it
   */
  async after({ xid, id }: Position, filter: ChangesFilter, limit: number): Promise<Change[] | undefined> {
    const changes = await this.executor.queryPrepared<Change>(sql`
      SELECT xid::text::float8, id::float8, at, resource, resource_id AS "resourceId", uid, website_id AS "websiteId", kind,
        new_row -> 'shown_by' AS "shownBy"
      FROM changes
      WHERE (xid, id) > (${String(xid)}::xid8, ${id}::bigint) AND xid < ${complete}
        AND ${conditionOf(filter)}
      ORDER BY changes.xid, changes.id LIMIT ${limit}`);
    // Afterwards, because days may be dropped while the statement is being planned.
    return (await this.isExpired({ xid, id })) ? undefined : changes;
  }

  private async isExpired({ xid, id }: Position): Promise<boolean> {
    const found = await this.executor.queryPrepared(sql`
      SELECT FROM changes_horizon WHERE (xid, id) > (${String(xid)}::xid8, ${id}::bigint)
        OR ${String(xid)}::xid8 >= ${complete}`);
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
