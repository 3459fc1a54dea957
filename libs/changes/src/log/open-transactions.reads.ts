import { sql, type SqlExecutor } from '@app/sql';

/** A transaction that delays readers of the change log is reported after this time. */
const REPORTED_AFTER_SECONDS = 60;

/** A transaction that delays readers of the change log. */
export interface OpenTransaction {
  /** The process id of its session; null for a prepared transaction, which has none. */
  readonly pid: number | null;
  /** The name of a prepared transaction. */
  readonly gid: string | null;
  readonly database: string;
  readonly application: string | null;
  /** The state of the session; null if the role may not see it (`pg_read_all_stats`). */
  readonly state: string | null;
  /** The age of the transaction; if the role may not see it, the age of the first delayed change. */
  readonly seconds: number;
}

/**
 * The oldest open writing transaction of the server, in any database, if it is older than a limit: readers of the
 * change log wait for it (ADR 14). Other transactions and replication slots delay no reader.
 */
export function openTransactions(
  executor: SqlExecutor,
  olderThanSeconds: number = REPORTED_AFTER_SECONDS,
): Promise<OpenTransaction[]> {
  return executor.query<OpenTransaction>(
    sql`
    WITH horizon AS MATERIALIZED (
      SELECT xid, xid::text::bigint % 4294967296 AS short FROM pg_snapshot_xmin(pg_current_snapshot()) AS xid
    ), holder AS (
      SELECT pid, NULL AS gid, datname::text AS database, application_name AS application, state, xact_start AS since
      FROM pg_stat_activity, horizon WHERE backend_xid::text::bigint = short AND leader_pid IS NULL
      UNION ALL
      SELECT NULL, gid, database::text, NULL, NULL, prepared
      FROM pg_prepared_xacts, horizon WHERE transaction::text::bigint = short
    )
    SELECT pid, gid, database, application, state, seconds::int
    FROM holder, horizon
    LEFT JOIN LATERAL (SELECT at FROM changes WHERE changes.xid >= horizon.xid ORDER BY xid, id LIMIT 1) waiting ON true,
    LATERAL (SELECT extract(epoch FROM clock_timestamp() - coalesce(since, waiting.at)) AS seconds) age
    WHERE seconds >= ${olderThanSeconds}`,
    'reserved',
  );
}

/** "session 4711 (psql, idle in transaction) of the database crm, 132 s old" */
export function openTransactionWords({ pid, gid, database, application, state, seconds }: OpenTransaction): string {
  const details = [application, state].filter(Boolean).join(', ');
  const name = pid === null ? `prepared transaction ${gid}` : `session ${pid}${details && ` (${details})`}`;
  return `${name} of the database ${database}, ${seconds} s old`;
}
