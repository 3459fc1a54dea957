import type { Store } from './store.js';

/** Only the owner of a table may take its indexes away; a role that serves and imports need not be. */
export async function ownsTables(store: Store, tables: readonly string[]): Promise<boolean> {
  const [{ owns }] = await store.query<[{ owns: boolean }]>(
    `SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS owns FROM pg_class WHERE oid = ANY($1::regclass[])`,
    [tables],
  );
  return owns;
}

/**
 * Takes away the indexes of tables that no constraint needs, but for those that are to stay: rows come in twice as fast.
 * Inside a transaction, until whose end nobody else can read the tables.
 *
 * @returns makes them again, each at once, which is faster than adding row after row to it
 */
export async function dropIndexes(
  store: Store,
  tables: readonly string[],
  kept: readonly string[],
): Promise<() => Promise<void>> {
  const indexes = await store.query<{ name: string; definition: string }[]>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY($1::regclass[]) AND NOT indisunique AND indexrelid <> ALL($2::regclass[])`,
    [tables, kept],
  );
  for (const { name } of indexes) await store.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of indexes) await store.query(definition);
  };
}
