import { offsetOf } from '@app/cache';
import { sql, type SqlExecutor } from '@app/sql';

/** The age in seconds of the oldest listing change that has not been compared with saved searches; 0 without one. */
export async function matchesBehindSeconds(executor: SqlExecutor): Promise<number> {
  const readers = await executor.query<{ cursor: string }>(
    sql`
    SELECT cursor FROM search_progress WHERE EXISTS (
      SELECT FROM hook_endpoints WHERE triggers && '{search-matched,all}' AND website_id IN (SELECT website_id FROM searches))`,
    'reserved',
  );
  const places = readers.flatMap(({ cursor }) => offsetOf(cursor) ?? []);
  const ages = places.map(async ({ log, xid, id }) => {
    const [row] = await executor.query<{ seconds: number | null }>(
      sql`
      SELECT extract(epoch FROM clock_timestamp() - at)::float8 AS seconds FROM changes
      WHERE (xid, id) > (${String(xid)}::xid8, ${id}::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
        AND resource = 'listing' AND changes_log() = ${log}
      ORDER BY changes.xid, changes.id LIMIT 1`,
      'reserved',
    );
    return row?.seconds ?? 0;
  });
  return Math.max(0, ...(await Promise.all(ages)));
}
