import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { SqlExecutor } from './sql-executor.js';
import { raw, sql } from './tag.js';

/**
 * Inserts entities in one statement; existing ones are updated if they differ. Those that are the same are left out before:
 * `ON CONFLICT` would lock them, which writes their pages.
 */
export async function upsert<E extends ObjectLiteral>(
  executor: SqlExecutor,
  target: EntityTarget<E>,
  entities: readonly E[],
): Promise<void> {
  if (entities.length === 0) return;
  const { tableName, columns: declared } = executor.manager.dataSource.getMetadata(target);
  const columns = declared.filter(({ isInsert }) => isInsert);
  const names = columns.map((column) => column.databaseName);
  const keys = columns.filter((column) => column.isPrimary).map((column) => column.databaseName);
  const others = names.filter((name) => !keys.includes(name));
  const rows = entities.map((entity) =>
    Object.fromEntries(columns.map((column) => [column.databaseName, entity[column.propertyName] as unknown])),
  );
  const all = (table: string, columnNames: readonly string[]) =>
    columnNames.map((name) => `${table}.${name}`).join(', ');
  await executor.execute(
    sql`${raw(`INSERT INTO ${tableName} (${names.join(', ')})
    SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${tableName}, `)}${JSON.stringify(rows)}${raw(`) given
    WHERE NOT EXISTS (SELECT FROM ${tableName} stored WHERE (${all('stored', keys)}) = (${all('given', keys)})
      AND (${all('stored', others)}) IS NOT DISTINCT FROM (${all('given', others)}))
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`)}`,
  );
}
