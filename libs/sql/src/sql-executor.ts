import { currentRequester, type Entrant, type Owner } from '@app/fairness';
import { isMeasured, observe, type StatementName } from '@app/metrics';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { BackendCancellation } from './backend-cancellation.js';
import { isConnectionLoss, onConnection } from './pool/connection-loss.js';
import { OUTAGE_TIMEOUT_MS } from './pool/database-availability.js';
import { databaseOf, type Database } from './pool/database.js';
import type { LimitedClient } from './pool/limited-client.js';
import { RowCursor } from './row-cursor.js';
import { queryFor, type ReadKind } from './statement-names.js';
import { sql, type Sql } from './tag.js';

/** A pooler may have several lost connections. The limit exists because the statement itself may crash the server. */
const MOST_ATTEMPTS = 3;

/**
 * Sends statements to PostgreSQL: directly to the pool, without the query runner that TypeORM would create for each;
 * inside `transaction`, on the connection of the transaction. A read is repeated after a lost connection; a write or an
 * export is not.
 */
export class SqlExecutor {
  private readonly database: Database;

  /** @param manager for single entities; inside a transaction it has the query runner */
  constructor(readonly manager: EntityManager) {
    this.database = databaseOf(manager.dataSource);
  }

  /** @param dataSource a `Database` */
  static of(dataSource: DataSource): SqlExecutor {
    return new SqlExecutor(dataSource.manager);
  }

  /** The rows of a statement that only reads. */
  query<Row extends object>(statement: Sql, kind: ReadKind = 'list'): Promise<Row[]> {
    if (this.manager.queryRunner) return this.sendInTransaction(statement);
    return this.repeatable(() => this.sendToPool(queryFor(this.database, statement, kind), kind));
  }

  /** Executes a statement that writes or locks. @returns the rows of RETURNING */
  execute<Row extends object>(statement: Sql): Promise<Row[]> {
    if (this.manager.queryRunner) return this.sendInTransaction(statement);
    const { text, values } = statement;
    return this.sendToPool({ text, values }, 'write');
  }

  /** Runs a writing transaction. It may wait for locks, so it does not use reserved connections. */
  transaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    const send = async () => {
      await this.database.availability.whenBack();
      const runner = this.database.createQueryRunner();
      try {
        await this.database.onceServerHasRoom(() => runner.connect());
        return await onConnection(runner, () =>
          runner.manager.transaction((manager) => work(new SqlExecutor(manager))),
        );
      } finally {
        await runner.release();
      }
    };
    return this.explained(() => this.database.gates.long.pass(send, currentRequester()));
  }

  /**
   * Runs a transaction for a whole request, which may also read on other connections. Only some connections are
   * available for these transactions, and one account may not use all of them.
   */
  requestTransaction<T>(owner: Owner, work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.database.gates.requests.pass(() => this.transaction(work), { ...currentRequester(), owner });
  }

  /** Whether its statements are part of a transaction. */
  get isInTransaction(): boolean {
    return this.manager.queryRunner !== undefined;
  }

  /** Runs a transaction without a statement timeout. */
  longTransaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.transaction(async (executor) => {
      await executor.unlimit();
      return work(executor);
    });
  }

  /**
   * Runs reads in one snapshot, without a statement timeout. It may take minutes, so only some connections are
   * available: one account may not use all of them, and one is for the operator only.
   */
  readSnapshot<T>(work: (executor: SqlExecutor) => Promise<T>, entrant?: Entrant): Promise<T> {
    return this.database.gates.snapshots.pass(
      () => this.longTransaction((executor) => executor.inSnapshot(work)),
      entrant,
    );
  }

  /** Runs short reads in one snapshot. */
  readTogether<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.repeatable(() => this.transaction((executor) => executor.inSnapshot(work)));
  }

  /**
   * Reads the rows of a statement in sets, inside a transaction; it reads the next set while the caller processes the
   * current one. The statement ends with the iteration.
   * @param signal cancels the statement, even before the first row
   */
  async *stream<Row extends object>(statement: Sql, signal?: AbortSignal): AsyncGenerator<Row[], void> {
    const client = await this.client();
    const pid = signal && (await this.backendPid());
    signal?.throwIfAborted();
    const cancellation = new BackendCancellation(signal, () => this.cancel(pid));
    const cursor = new RowCursor<Row>(client, statement);
    let next = cursor.read();
    try {
      for (let rows = await next; rows.length > 0; rows = await next) {
        next = cursor.read();
        // Awaiting the set throws its error.
        next.catch(() => undefined);
        yield rows;
      }
    } finally {
      await next.catch(() => undefined);
      await cancellation.settled();
      cursor.close();
    }
  }

  /** The connection of the transaction, for features of node-postgres such as COPY. */
  async client(): Promise<PoolClient> {
    return (await this.runner.connect()) as PoolClient; // the driver is node-postgres
  }

  /** Repeats a read whose connection was lost (ADR 27). */
  private async repeatable<T>(read: () => Promise<T>): Promise<T> {
    const until = performance.now() + OUTAGE_TIMEOUT_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        const mayRepeat = isConnectionLoss(error) && attempt < MOST_ATTEMPTS && performance.now() < until;
        if (!mayRepeat || !(await this.database.availability.isBack())) throw error;
      }
    }
  }

  /** Potentially slow statements wait until their requester may use a connection. */
  private sendToPool<Row extends object>(query: QueryConfig, kind: ReadKind | 'write'): Promise<Row[]> {
    const { main, reserved, gates } = this.database;
    if (kind === 'reserved') return measured(kind, () => this.database.send<Row>(reserved, query));
    const send = () => this.database.send<Row>(main, query);
    if (kind === 'lookup') return this.explained(() => measured(kind, send));
    const name = kind === 'write' ? 'write' : 'list';
    return this.explained(() => measured(name, () => gates.long.pass(send, currentRequester())));
  }

  /** Errors of statements that waited too long name the sessions that hold locks. */
  private async explained<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw await this.database.lockWaits.explain(error);
    }
  }

  private sendInTransaction<Row extends object>({ text, values }: Sql): Promise<Row[]> {
    return measured('transaction', async () => (await this.client()).query<Row>({ text, values }));
  }

  private async unlimit(): Promise<void> {
    const client = (await this.client()) as unknown as LimitedClient; // the pool's clients are LimitedClients
    client.unlimit();
    await this.runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
  }

  private async inSnapshot<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    await this.runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(this);
  }

  /** The process id of the backend, read by a statement because poolers report an invented one. */
  private async backendPid(): Promise<number | undefined> {
    const [backend] = await this.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    return backend?.pid;
  }

  private cancel(pid: number | undefined): Promise<unknown> {
    const { text, values } = sql`SELECT pg_cancel_backend(${pid})`;
    return this.database.send(this.database.reserved, { text, values });
  }

  private get runner() {
    const { queryRunner } = this.manager;
    if (!queryRunner) throw new Error('This requires the connection of a transaction');
    return queryRunner;
  }
}

/** The rows of a statement; its duration is reported. */
async function measured<Row extends object>(
  statement: StatementName,
  send: () => Promise<QueryResult<Row>>,
): Promise<Row[]> {
  const begun = isMeasured() ? performance.now() : undefined;
  try {
    return (await send()).rows;
  } catch (error) {
    // The driver's stack ends at a socket; this stack includes the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    if (begun !== undefined)
      observe('db_statement_duration_seconds', { statement }, (performance.now() - begun) / 1000);
  }
}
