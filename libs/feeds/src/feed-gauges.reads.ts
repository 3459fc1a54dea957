import { sql, type SqlExecutor } from '@app/sql';

/** Of so many runs the last success is looked for: of the table there is no index by time. */
const LATEST = 1_000;

/** When the import of a feed last ended well, in seconds since 1970; undefined when none of the latest did. */
export async function lastFeedSuccess(executor: SqlExecutor): Promise<number | undefined> {
  const [row] = await executor.queryReserved<{ at: number | null }>(sql`
    SELECT extract(epoch FROM max(ended_at))::float8 AS at
    FROM (SELECT ended_at, fatal, is_dry_run FROM feed_runs ORDER BY id DESC LIMIT ${LATEST}) latest
    WHERE fatal IS NULL AND NOT is_dry_run`);
  return row?.at ?? undefined;
}
