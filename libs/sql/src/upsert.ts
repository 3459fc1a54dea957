import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { SqlExecutor } from './sql-executor.js';
import { raw, sql } from './tag.js';

/** Inserts entities in one statement; existing ones are updated if they differ. */
export async function upsert<E extends ObjectLiteral>(
  executor: SqlExecutor,
  target: EntityTarget<E>,
  entities: readonly E[],
): Promise<void> {
  if (entities.length === 0) return;
  const { tableName, columns: all } = executor.manager.dataSource.getMetadata(target);
  const columns = all.filter(({ isInsert }) => isInsert);
  const names = columns.map((column) => column.databaseName);
  const keys = columns.filter((column) => column.isPrimary).map((column) => column.databaseName);
  const others = names.filter((name) => !keys.includes(name));
  const rows = entities.map((entity) =>
    Object.fromEntries(columns.map((column) => [column.databaseName, entity[column.propertyName] as unknown])),
  );
  await executor.execute(
    sql`${raw(`INSERT INTO ${tableName} (${names.join(', ')})
    SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${tableName}, `)}${JSON.stringify(rows)}${raw(`)
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
    WHERE (${others.map((name) => `${tableName}.${name}`).join(', ')})
      IS DISTINCT FROM (${others.map((name) => `excluded.${name}`).join(', ')})`)}`,
  );
}
