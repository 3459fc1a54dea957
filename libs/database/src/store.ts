import type { Pool } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** Whatever runs a statement: the pool's manager, or that of a transaction. */
export type Store = Pick<EntityManager, 'query' | 'dataSource' | 'queryRunner'>;

/**
 * The rows that a reading statement gives. Outside a transaction it goes to the pool of the driver straight, past the
 * query runner that TypeORM would make for it.
 */
export function select<Row extends object>(store: Store, statement: Sql): Promise<Row[]> {
  return send(store, statement);
}

/**
 * The same for a statement whose best plan does not depend on its values, such as a look-up by a key: it is parsed and
 * planned once a connection.
 */
export function selectPrepared<Row extends object>(store: Store, statement: Sql): Promise<Row[]> {
  return send(store, statement, nameOf(statement.text));
}

async function send<Row extends object>(store: Store, { text, values }: Sql, name?: string): Promise<Row[]> {
  if (store.queryRunner) return store.query<Row[]>(text, values);
  const { rows } = await poolOf(store).query<Row>({ text, values, ...(name ? { name } : {}) });
  return rows;
}

/** Every connection keeps what is prepared, so it is not done for every text that somebody can think of. */
const MAX_PREPARED = 200;
const prepared = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = prepared.get(text);
  if (known || prepared.size >= MAX_PREPARED) return known;
  const name = `statement ${prepared.size}`;
  prepared.set(text, name);
  return name;
}

/** The driver's pool, which TypeORM keeps to itself. */
const poolOf = (store: Store): Pool => (store.dataSource.driver as unknown as { master: Pool }).master;

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

/** Whose these object identifiers are: the ids of a table's rows by `uid`. */
export async function ownersOf(store: Store, table: string, uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const rows = await store.query<{ id: number; uid: string }[]>(
    `SELECT id, uid FROM ${table} WHERE uid = ANY($1::uuid[])`,
    [uids],
  );
  return new Map(rows.map(({ id, uid }) => [uid, id]));
}
