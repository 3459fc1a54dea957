import { offsetOf } from '@app/cache';
import { sql, type SqlExecutor } from '@app/sql';

/** The age in seconds of the oldest change of a listing that was not compared with saved searches yet; 0 without one. */
export async function matchesBehindSeconds(executor: SqlExecutor): Promise<number> {
  const [progress] = await executor.queryReserved<{ cursor: string }>(sql`
    SELECT cursor FROM search_progress WHERE EXISTS (
      SELECT FROM hook_endpoints WHERE triggers && '{search-matched,all}' AND website_id IN (SELECT website_id FROM searches))`);
  const place = offsetOf(progress?.cursor ?? '');
  if (!place) return 0;
  const [row] = await executor.queryReserved<{ seconds: number | null }>(sql`
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 AS seconds FROM changes
    WHERE (xid, id) > (${String(place.xid)}::xid8, ${place.id}::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      AND resource = 'listing' AND changes_log() = ${place.log}
    ORDER BY changes.xid, changes.id LIMIT 1`);
  return Math.max(0, row?.seconds ?? 0);
}
