import { sql, type SqlExecutor } from '@app/sql';
import { MOST_READ, MOST_STORED } from '../delivery/endpoint-state.js';
import { HOOK_RESOURCES } from './hook-messages.service.js';

/** Readers of the log see a change when no older transaction is open. */
const IS_READ = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * The age in seconds of the oldest undelivered message: a stored message, or the first change of the account after the
 * cursor of an endpoint. Disabled endpoints do not count.
 */
export async function oldestPendingSeconds(executor: SqlExecutor): Promise<number> {
  const [row] = await executor.query<{ seconds: number | null }>(
    sql`
    WITH endpoint AS (
      SELECT hook.id, website_id, cursor_xid
      FROM hook_endpoints hook JOIN hook_states ON hook_id = hook.id WHERE state <> 'disabled'
    ), pending AS (
      SELECT at FROM hook_messages JOIN endpoint ON endpoint.id = hook_id
      UNION ALL
      SELECT change.at FROM endpoint, LATERAL (
        SELECT at FROM changes WHERE website_id = endpoint.website_id AND resource = ANY(${[...HOOK_RESOURCES]}::text[])
          AND xid > cursor_xid::text::xid8 AND ${IS_READ}
        ORDER BY xid, id LIMIT 1) change
    )
    SELECT extract(epoch FROM clock_timestamp() - min(at))::float8 AS seconds FROM pending`,
    'reserved',
  );
  return Math.max(0, row?.seconds ?? 0);
}

/** The number of endpoints whose queue is full, so that later changes wait in the log. */
export async function heldBackEndpoints(executor: SqlExecutor): Promise<number> {
  const [row] = await executor.query<{ count: number }>(
    sql`
    SELECT count(*)::int AS count FROM hook_states WHERE has_more AND state <> 'disabled' AND EXISTS (
      SELECT FROM hook_messages message WHERE message.hook_id = hook_states.hook_id OFFSET ${MOST_STORED - MOST_READ} LIMIT 1)`,
    'reserved',
  );
  return row?.count ?? 0;
}
