import type { Store } from './store.js';

/** The next `count` ids of a table's sequence, which goes on after the ids that were given from outside. */
export async function nextIds(
  store: Store,
  table: string,
  count: number,
  given: readonly number[] = [],
): Promise<number[]> {
  if (given.length > 0) await moveSequence(store, table, Math.max(...given));
  if (count === 0) return [];
  const rows = await store.query<{ id: string }[]>(
    // The sequence is looked up once, not for each id.
    `WITH named AS MATERIALIZED (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence)
     SELECT nextval(sequence) AS id FROM named, generate_series(1, $2::int)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Only forwards, and only when it has to: whoever draws ids at the same time loses none. */
async function moveSequence(store: Store, table: string, past: number): Promise<void> {
  await store.query(
    `SELECT setval(sequence, $2) FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence) named
     WHERE coalesce(pg_sequence_last_value(sequence), 0) < $2::bigint`,
    [table, past],
  );
}
