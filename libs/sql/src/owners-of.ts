import type { SqlExecutor } from './sql-executor.js';
import { raw, sql } from './tag.js';

/** The ids of a table's rows by object identifier (`uid`). */
export async function ownersOf(
  executor: SqlExecutor,
  table: string,
  uids: readonly string[],
): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const rows = await executor.queryRows<{ id: number; uid: string }>(
    sql`SELECT id, uid FROM ${raw(table)} WHERE uid = ANY(${uids}::uuid[])`,
  );
  return new Map(rows.map(({ id, uid }) => [uid, id]));
}
