import type { SqlExecutor } from './sql-executor.js';
import { raw, sql } from './tag.js';

/**
 * Whether the role owns the tables: only their owner may drop the indexes. The role of the service need not be the
 * owner.
 */
export async function ownsTables(executor: SqlExecutor, tables: readonly string[]): Promise<boolean> {
  const [row] = await executor.queryRows<{ owns: boolean }>(
    sql`SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS owns FROM pg_class WHERE oid = ANY(${tables}::regclass[])`,
  );
  return row?.owns ?? false;
}

/**
 * Drops the indexes of tables, except those of constraints and those to keep; inserts are then twice as fast. Inside a
 * transaction: until it ends, nobody else can read the tables.
 *
 * @returns a function that creates the indexes again, which is faster than updating them row by row
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
