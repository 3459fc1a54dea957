import { ALL } from '@app/cache';
import { sql, type SqlExecutor } from '@app/sql';

/**
 * Keeps the endpoints of accounts as the hooks of their records are: every entry with a URL asks for deliveries to it.
 * Entries with one URL are one endpoint, which keeps its id and state as long as the account names the URL. The changes of
 * the transaction that makes it are its first ones.
 */
export async function writeHookEndpoints(executor: SqlExecutor, websiteIDs: readonly number[]): Promise<void> {
  if (websiteIDs.length === 0) return;
  await executor.execute(sql`
    WITH asked AS (
      SELECT id AS website_id, hook ->> 'url' AS url, min(position) AS position,
        (array_agg(coalesce(hook ->> 'name', '') ORDER BY position))[1] AS name,
        coalesce(array_agg(DISTINCT hook ->> 'trigger') FILTER (WHERE hook ->> 'trigger' <> ''), '{}') AS triggers
      FROM accounts, jsonb_path_query(record, '$.hooks[*]') WITH ORDINALITY AS entries(hook, position)
      WHERE id = ANY(${websiteIDs}::int[]) AND hook ->> 'url' <> '' GROUP BY id, hook ->> 'url'
    ), removed AS (
      DELETE FROM hook_endpoints known WHERE website_id = ANY(${websiteIDs}::int[])
        AND NOT EXISTS (SELECT FROM asked WHERE asked.website_id = known.website_id AND asked.url = known.url)
    ), changed AS (
      UPDATE hook_endpoints known SET name = asked.name, triggers = asked.triggers FROM asked
      WHERE known.website_id = asked.website_id AND known.url = asked.url
        AND (known.name, known.triggers) IS DISTINCT FROM (asked.name, asked.triggers)
    ), added AS (
      INSERT INTO hook_endpoints (website_id, url, name, triggers, generation, rotated_at)
      SELECT asked.website_id, url, name, triggers, coalesce(last.generation, 1), last.rotated_at
      FROM asked LEFT JOIN hook_rotations last ON last.website_id = asked.website_id AND url_md5 = md5(url)
      WHERE NOT EXISTS (SELECT FROM hook_endpoints known WHERE known.website_id = asked.website_id AND known.url = asked.url)
      ORDER BY asked.website_id, position RETURNING id
    )
    INSERT INTO hook_states (hook_id, cursor_log, cursor_xid, cursor_id, cursor_listing)
    SELECT id, changes_log(), pg_current_xact_id()::text::bigint - 1, ${ALL}::bigint, ${ALL}::bigint FROM added`);
}
