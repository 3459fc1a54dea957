import type { Store } from './store.js';

/** Whose these object identifiers are: the ids of a table's rows by `uid`. */
export async function ownersOf(store: Store, table: string, uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const rows = await store.query<{ id: number; uid: string }[]>(
    `SELECT id, uid FROM ${table} WHERE uid = ANY($1::uuid[])`,
    [uids],
  );
  return new Map(rows.map(({ id, uid }) => [uid, id]));
}
