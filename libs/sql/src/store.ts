import { hash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { DividedPool } from './pool/divided-pool.js';
import type { LimitedClient } from './pool/limited-client.js';

/** Whatever runs a statement: the pool's manager, or that of a transaction. */
export type Store = Pick<EntityManager, 'query' | 'dataSource' | 'queryRunner'>;

/** The driver's pool, which TypeORM keeps to itself. */
const poolOf = (dataSource: DataSource): DividedPool =>
  (dataSource.driver as unknown as { master: DividedPool }).master;

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

/** Lets the statements of a transaction take as long as they take: a statement's time is limited for requests. */
export async function withoutTimeLimit(transaction: QueryRunner): Promise<void> {
  const client = (await transaction.connect()) as LimitedClient; // those of the pool are
  client.unlimit();
  await transaction.query('SET LOCAL statement_timeout = 0');
}
