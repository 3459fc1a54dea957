import { type Sql } from 'sql-template-tag';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** Whatever runs a statement: the pool's manager, or that of a transaction. */
export type Store = Pick<EntityManager, 'query' | 'dataSource'>;

/** The rows that a reading statement gives. */
export function select<Row>(store: Store, statement: Sql): Promise<Row[]> {
  return store.query<Row[]>(statement.text, statement.values);
}

/** The rows that a writing statement (UPDATE or DELETE with RETURNING) gives. */
export async function write<Row>(store: Store, statement: Sql): Promise<Row[]> {
  const [rows] = await store.query<[Row[], number]>(statement.text, statement.values);
  return rows;
}

/** Inserts entities in one statement; those whose key is there already are updated when they differ. */
export async function upsert<E extends ObjectLiteral>(
  store: Store,
  target: EntityTarget<E>,
  entities: readonly E[],
): Promise<void> {
  if (entities.length === 0) return;
  const { tableName, columns } = store.dataSource.getMetadata(target);
  const names = columns.map((column) => column.databaseName);
  const keys = columns.filter((column) => column.isPrimary).map((column) => column.databaseName);
  const others = names.filter((name) => !keys.includes(name));
  const rows = entities.map((entity) =>
    Object.fromEntries(columns.map((column) => [column.databaseName, entity[column.propertyName] as unknown])),
  );
  await store.query(
    `INSERT INTO ${tableName} (${names.join(', ')})
     SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${tableName}, $1)
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE (${others.map((name) => `${tableName}.${name}`).join(', ')})
       IS DISTINCT FROM (${others.map((name) => `excluded.${name}`).join(', ')})`,
    [JSON.stringify(rows)],
  );
}

/** The next `count` ids of a table's sequence. */
export async function nextIds(store: Store, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await store.query<{ id: string }[]>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2::int)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Moves a table's sequence past its largest id, after ids were given from outside. */
export async function advanceSequence(store: Store, table: string): Promise<void> {
  await store.query(
    `SELECT setval(pg_get_serial_sequence($1, 'id'), greatest(max(id), nextval(pg_get_serial_sequence($1, 'id')) - 1))
     FROM ${table} HAVING max(id) IS NOT NULL`,
    [table],
  );
}
