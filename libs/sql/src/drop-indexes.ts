import type { SqlExecutor } from './sql-executor.js';
import { raw, sql } from './tag.js';

/** Only the owner of a table may take its indexes away; a role that serves and imports need not be. */
export async function ownsTables(executor: SqlExecutor, tables: readonly string[]): Promise<boolean> {
  const [row] = await executor.queryRows<{ owns: boolean }>(
    sql`SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS owns FROM pg_class WHERE oid = ANY(${tables}::regclass[])`,
  );
  return row?.owns ?? false;
}

/**
 * Takes away the indexes of tables that no constraint needs, but for those that are to stay: rows come in twice as fast.
 * Inside a transaction, until whose end nobody else can read the tables.
 *
 * @returns makes them again, each at once, which is faster than adding row after row to it
 */
export async function dropIndexes(
  executor: SqlExecutor,
  tables: readonly string[],
  kept: readonly string[],
): Promise<() => Promise<void>> {
  const indexes = await executor.queryRows<{ name: string; definition: string }>(
    sql`SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY(${tables}::regclass[]) AND NOT indisunique AND indexrelid <> ALL(${kept}::regclass[])`,
  );
  for (const { name } of indexes) await executor.execute(sql`DROP INDEX ${raw(name)}`);
  return async () => {
    for (const { definition } of indexes) await executor.execute(raw(definition));
  };
}
