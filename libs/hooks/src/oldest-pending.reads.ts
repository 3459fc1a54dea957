import { sql, type SqlExecutor } from '@app/sql';

/** Readers of the log see a change when no older transaction is open. */
const IS_READ = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * The age in seconds of the oldest message that an endpoint has not got: one that is tried again, or the first change
 * behind the place up to which an endpoint, or all of them, were told. Endpoints that are disabled wait for nothing.
 */
export async function oldestPendingSeconds(executor: SqlExecutor): Promise<number> {
  const [row] = await executor.queryReserved<{ seconds: number | null }>(sql`
    WITH endpoint AS (
      SELECT hook.id, website_id, since_xid, cursor_xid
      FROM hook_endpoints hook LEFT JOIN hook_states ON hook_id = hook.id WHERE state IS DISTINCT FROM 'disabled'
    ), followed AS (
      SELECT greatest(progress.xid, min(since_xid) - 1)::text::xid8 AS xid
      FROM endpoint, hook_progress progress WHERE cursor_xid IS NULL GROUP BY progress.xid
    ), pending AS (
      -- The body of a message begins with its type and its time.
      SELECT substring(left(body, 200) FROM '"timestamp":"([^"]+)"')::timestamptz AS at
      FROM hook_retries JOIN endpoint ON endpoint.id = hook_id
      UNION ALL
      SELECT change.at FROM followed, LATERAL (
        SELECT at FROM changes WHERE xid > followed.xid AND ${IS_READ} ORDER BY xid, id LIMIT 1) change
      UNION ALL
      SELECT change.at FROM endpoint, LATERAL (
        SELECT at FROM changes WHERE website_id = endpoint.website_id AND xid > cursor_xid::text::xid8 AND ${IS_READ}
        ORDER BY xid, id LIMIT 1) change
    )
    SELECT extract(epoch FROM clock_timestamp() - min(at))::float8 AS seconds FROM pending`);
  return Math.max(0, row?.seconds ?? 0);
}
