import type { SqlExecutor } from './sql-executor.js';
import { sql, raw } from './tag.js';

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

/** Reserves the next `count` ids of a table's sequence, which is moved past ids that were given from outside. */
export async function nextIds(
  executor: SqlExecutor,
  table: string,
  count: number,
  given: readonly number[] = [],
): Promise<number[]> {
  if (given.length > 0) await moveSequence(executor, table, Math.max(...given));
  if (count === 0) return [];
  const rows = await executor.execute<{ id: string }>(
    // The sequence is looked up once, not for each id.
    sql`WITH named AS MATERIALIZED (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS sequence)
     SELECT nextval(sequence) AS id FROM named, generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Moves the sequence forward, and only if needed: concurrent reservations are not affected. */
async function moveSequence(executor: SqlExecutor, table: string, past: number): Promise<void> {
  await executor.execute(
    sql`SELECT setval(sequence, ${past}) FROM (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS sequence) named
     WHERE coalesce(pg_sequence_last_value(sequence), 0) < ${past}::bigint`,
  );
}
