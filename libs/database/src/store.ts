import { hash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { poolOf } from './data-source.js';
import type { DividedPool } from './divided-pool.js';

/** Whatever runs a statement: the pool's manager, or that of a transaction. */
export type Store = Pick<EntityManager, 'query' | 'dataSource' | 'queryRunner'>;

/**
 * The rows that a reading statement gives. Outside a transaction it goes to the pool of the driver straight, past the
 * query runner that TypeORM would make for it; it may take long, and some connections are kept from it.
 */
export function select<Row extends object>(store: Store, statement: Sql): Promise<Row[]> {
  return inTransactionOr(store, statement, (pool, query) => pool.long.pass(() => pool.query<Row>(query)));
}

/**
 * The same for a statement whose best plan does not depend on its values, such as a look-up by a key: it is parsed and
 * planned once a connection, and takes any connection.
 */
export function selectPrepared<Row extends object>(store: Store, statement: Sql): Promise<Row[]> {
  return inTransactionOr(store, statement, (pool, query) => pool.query<Row>(prepared(pool, query)));
}

/** The same for what every request needs: connections are reserved for it. */
export function selectReserved<Row extends object>(store: Store, statement: Sql): Promise<Row[]> {
  return inTransactionOr(store, statement, (pool, query) => pool.reserved.query<Row>(prepared(pool, query)));
}

/** Writes in a transaction, which may have to wait for another's: some connections are kept from it. */
export function transact<T>(store: EntityManager, work: (store: EntityManager) => Promise<T>): Promise<T> {
  return poolOf(store.dataSource).long.pass(() => store.transaction(work));
}

async function inTransactionOr<Row extends object>(
  store: Store,
  statement: Sql,
  send: (pool: DividedPool, query: QueryConfig) => Promise<QueryResult<Row>>,
): Promise<Row[]> {
  // The text is put together each time that it is asked for.
  const { text, values } = statement;
  if (store.queryRunner) return store.query<Row[]>(text, values);
  return (await send(poolOf(store.dataSource), { text, values })).rows;
}

/** Every connection keeps what is prepared, so it is not done for every text that somebody can think of. */
const MAX_PREPARED = 200;
const preparedNames = new Map<string, string>();

function prepared(pool: DividedPool, query: QueryConfig): QueryConfig {
  const name = pool.canPrepare ? nameOf(query.text) : undefined;
  return name ? { ...query, name } : query;
}

/** Follows from the text: one name never means two statements, whoever else uses the session. */
function nameOf(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known || preparedNames.size >= MAX_PREPARED) return known;
  const name = hash('sha1', text, 'base64url');
  preparedNames.set(text, name);
  return name;
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
