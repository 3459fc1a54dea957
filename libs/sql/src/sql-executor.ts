import { hash } from 'node:crypto';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { DataSource, EntityManager } from 'typeorm';
import type { DividedPool } from './pool/divided-pool.js';
import type { LimitedClient } from './pool/limited-client.js';
import { poolOf } from './pool/pool-driver.js';

type Send = <Row extends object>(pool: DividedPool, query: QueryConfig) => Promise<QueryResult<Row>>;

const sendLong: Send = (pool, query) => pool.long.pass(() => pool.query(query));
const sendPrepared: Send = (pool, query) => pool.query(prepared(pool, query));
const sendReserved: Send = (pool, query) => pool.reserved.query(prepared(pool, query));

/**
 * Sends statements to PostgreSQL: to the pool, past the query runner that TypeORM would make for each, or, inside
 * `transaction`, on the connection of the transaction.
 */
export class SqlExecutor {
  /** @param manager for single entities; the one of a transaction has its query runner */
  constructor(
    readonly manager: EntityManager,
    private readonly pool: DividedPool,
  ) {}

  /** The executor of a data source that `dataSourceOptions` made. */
  static of(dataSource: DataSource): SqlExecutor {
    return new SqlExecutor(dataSource.manager, poolOf(dataSource));
  }

  /** The rows that a reading statement gives. It may take long: some connections are kept from it. */
  queryRows<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.send(statement, sendLong);
  }

  /**
   * The rows of a statement whose best plan does not depend on its values, such as a look-up by a key: it is parsed and
   * planned once a connection, and may use any connection.
   */
  queryPrepared<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.send(statement, sendPrepared);
  }

  /** The rows of a prepared statement that every request needs: connections are reserved for it. */
  queryReserved<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.send(statement, sendReserved);
  }

  /** Sends a statement that writes or locks. @returns the rows of RETURNING */
  execute<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.send(statement, sendLong);
  }

  /** Writes in a transaction, which may have to wait for another's: some connections are kept from it. */
  transaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.pool.long.pass(() => this.manager.transaction((manager) => work(new SqlExecutor(manager, this.pool))));
  }

  /** A transaction whose statements take as long as they take. The time of the others is limited for requests. */
  longTransaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.transaction(async (executor) => {
      await executor.unlimit();
      return work(executor);
    });
  }

  /** Reads everything from one snapshot, for as long as it takes. */
  readSnapshot<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.longTransaction(async (executor) => {
      await executor.runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(executor);
    });
  }

  /** The rows of a statement one after the other, inside a transaction. */
  async stream<Row extends object>(statement: Sql): Promise<AsyncIterable<Row>> {
    const rows: AsyncIterable<unknown> = await this.runner.stream(statement.text, statement.values);
    return rows as AsyncIterable<Row>; // the caller knows what the statement gives
  }

  /** The connection of the transaction, for what node-postgres alone can do, such as COPY. */
  async client(): Promise<PoolClient> {
    return (await this.runner.connect()) as PoolClient; // the driver is node-postgres
  }

  private get runner() {
    const { queryRunner } = this.manager;
    if (!queryRunner) throw new Error('This needs the connection of a transaction');
    return queryRunner;
  }

  private async unlimit(): Promise<void> {
    const client = (await this.client()) as unknown as LimitedClient; // those of the pool are
    client.unlimit();
    await this.runner.query('SET LOCAL statement_timeout = 0');
  }

  private async send<Row extends object>(statement: Sql, send: Send): Promise<Row[]> {
    // The text is put together each time that it is asked for.
    const { text, values } = statement;
    const { queryRunner } = this.manager;
    if (!queryRunner) return (await send<Row>(this.pool, { text, values })).rows;
    const { records } = await queryRunner.query(text, values, true);
    return records as Row[]; // the caller knows what the statement gives
  }
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
