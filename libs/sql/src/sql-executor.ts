import { hash } from 'node:crypto';
import { currentRequester, type Entrant, type Owner, type Slot } from '@app/fairness';
import { isMeasured, observe, type StatementName } from '@app/config';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { BackendCancellation } from './backend-cancellation.js';
import { isConnectionLoss, onConnection } from './pool/connection-loss.js';
import { OUTAGE_TIMEOUT_MS } from './pool/database-availability.js';
import { databaseOf, type Database } from './pool/database.js';
import type { LimitedClient } from './pool/limited-client.js';
import type { Replicas } from './replicas/replicas.js';
import { RowCursor } from './row-cursor.js';
import { sql, type Sql } from './tag.js';

/** Names for prepared statements, up to a number of texts. */
class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly most: number) {}

  /** The name for a text; undefined when all names are used. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.most) return known;
    // Derived from the text: equal names mean equal statements, even in shared sessions.
    const name = hash('sha1', text, 'base64url');
    this.names.set(text, name);
    return name;
  }
}

/** Connections keep prepared statements, so the number of statements that requests compose is limited. */
const MAX_COMPOSED = 200;
/** A pooler may have several lost connections. Limited, because the statement itself may crash the server. */
const MOST_ATTEMPTS = 3;
const lookUps = new StatementNames(Infinity);
const composed = new StatementNames(MAX_COMPOSED);

/** The rows of a list. */
export interface ListRows<Row extends object> {
  readonly rows: Row[];
  /** The incarnation of the primary, if a replica answered: ignore the replica's own incarnation and snapshot. */
  readonly primary?: string;
}

/**
 * Sends statements to PostgreSQL: directly to the pool, without the query runner that TypeORM would create for each;
 * inside `transaction`, on the connection of the transaction. A read is repeated after a lost connection; a write or an
 * export never is.
 */
export class SqlExecutor {
  private readonly database: Database;

  /** @param manager for single entities; inside a transaction it has the query runner */
  constructor(readonly manager: EntityManager) {
    this.database = databaseOf(manager.dataSource);
  }

  /** The standbys that may answer lists. */
  get replicas(): Replicas {
    return this.database.replicas;
  }

  /** @param dataSource a `Database` */
  static of(dataSource: DataSource): SqlExecutor {
    return new SqlExecutor(dataSource.manager);
  }

  /** The rows of a reading statement. It may be slow: it waits until its requester may use a connection. */
  queryRows<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.read(statement, 'list');
  }

  /**
   * The rows of a statement whose best plan does not depend on its values, such as a look-up by key: it is prepared
   * once per connection, and may use any connection. There must be few such texts: connections keep all of them.
   */
  queryPrepared<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.read(statement, 'lookup', lookUps);
  }

  /**
   * Like `queryRows`, for a statement that the parameters of a request compose, and whose best plan does not depend on
   * values. Only the first texts are prepared: clients cannot fill the connections.
   */
  queryComposed<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.read(statement, 'list', composed);
  }

  /**
   * The rows of a list, possibly from a replica (ADR 45). Only for requests that have read the clock.
   *
   * @param isComposed whether it is prepared, like a statement of `queryComposed`
   */
  async queryList<Row extends object>(statement: Sql, isComposed: boolean): Promise<ListRows<Row>> {
    const { text, values } = statement;
    const prepare = (server: { readonly canPrepare: boolean }) =>
      isComposed ? prepared(server, { text, values }, composed) : { text, values };
    const { replicas, gates } = this.database;
    const mayBeAway = !this.manager.queryRunner && replicas.areGiven;
    const answer = mayBeAway && (await gates.standbys.pass(() => replicas.query<Row>(prepare), currentRequester()));
    if (answer) return { rows: answer.rows, primary: answer.serverIncarnation };
    return { rows: isComposed ? await this.queryComposed<Row>(statement) : await this.queryRows<Row>(statement) };
  }

  /** The rows of a prepared statement that every request needs, on a reserved connection. */
  queryReserved<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.read(statement, 'reserved', lookUps);
  }

  /** Executes a statement that writes or locks. @returns the rows of RETURNING */
  execute<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.send(statement, 'write');
  }

  /** Runs a writing transaction. It may wait for locks, so it cannot use the reserved connections. */
  transaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    const send = async () => {
      await this.database.availability.whenBack();
      const runner = this.database.createQueryRunner();
      try {
        return await onConnection(runner, () =>
          runner.manager.transaction((manager) => work(new SqlExecutor(manager))),
        );
      } finally {
        await runner.release();
      }
    };
    return this.database.gates.long.pass(send, currentRequester());
  }

  /**
   * Runs a transaction for a whole request, which may read on other connections meanwhile. Only some connections are
   * available for it, and to one account not all of these.
   */
  requestTransaction<T>(owner: Owner, work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.database.gates.requests.pass(() => this.transaction(work), { ...currentRequester(), owner });
  }

  /** Runs a transaction without a statement timeout. */
  longTransaction<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.transaction(async (executor) => {
      await executor.unlimit();
      return work(executor);
    });
  }

  /**
   * Runs reads in one snapshot, without a statement timeout. It may take minutes: only some connections are available for
   * it, to one account not all of these, and one to the operator alone.
   */
  readSnapshot<T>(work: (executor: SqlExecutor, slot: Slot) => Promise<T>, entrant?: Entrant): Promise<T> {
    return this.database.gates.snapshots.pass(
      (slot) => this.longTransaction((executor) => executor.inSnapshot((within) => work(within, slot))),
      entrant,
    );
  }

  /** Runs short reads in one snapshot. */
  readTogether<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    return this.repeatable(() => this.transaction((executor) => executor.inSnapshot(work)));
  }

  /**
   * Reads the rows of a statement in sets, inside a transaction; it reads the next set while the caller processes one. The
   * statement ends with the iteration.
   *
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
        // The await of the set throws the error.
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

  private async inSnapshot<T>(work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
    await this.runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(this);
  }

  /** The process id of the server, by a statement: a pooler gives its clients an invented one. */
  private async backendPid(): Promise<number | undefined> {
    const [backend] = await this.queryRows<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    return backend?.pid;
  }

  private cancel(pid: number | undefined): Promise<unknown> {
    const { text, values } = sql`SELECT pg_cancel_backend(${pid})`;
    return this.database.send(this.database.reserved, { text, values });
  }

  private get runner() {
    const { queryRunner } = this.manager;
    if (!queryRunner) throw new Error('This needs the connection of a transaction');
    return queryRunner;
  }

  private async unlimit(): Promise<void> {
    const client = (await this.client()) as unknown as LimitedClient; // the pool's clients are LimitedClients
    client.unlimit();
    await this.runner.query('SET LOCAL statement_timeout = 0');
  }

  private read<Row extends object>(statement: Sql, way: StatementName, names?: StatementNames): Promise<Row[]> {
    if (this.manager.queryRunner) return this.send(statement, way);
    return this.repeatable(() => this.send(statement, way, names));
  }

  /** Statements that may be slow wait until their requester may use a connection. */
  private sendOn<Row extends object>(way: StatementName, query: QueryConfig): Promise<QueryResult<Row>> {
    const { main, reserved, gates } = this.database;
    if (way === 'reserved') return this.database.send(reserved, query);
    const send = () => this.database.send<Row>(main, query);
    return way === 'lookup' ? send() : gates.long.pass(send, currentRequester());
  }

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

  /** @param way the name for the metrics @param names the names of prepared statements, to prepare it */
  private async send<Row extends object>(
    { text, values }: Sql,
    way: StatementName,
    names?: StatementNames,
  ): Promise<Row[]> {
    const query = names ? prepared(this.database, { text, values }, names) : { text, values };
    const begun = isMeasured() ? performance.now() : undefined;
    try {
      const done = this.manager.queryRunner ? (await this.client()).query<Row>(query) : this.sendOn<Row>(way, query);
      return (await done).rows;
    } catch (error) {
      // The driver's stack ends at a socket; this one names the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      const statement = this.manager.queryRunner ? 'transaction' : way;
      if (begun !== undefined)
        observe('db_statement_duration_seconds', { statement }, (performance.now() - begun) / 1000);
    }
  }
}

function prepared(
  { canPrepare }: { readonly canPrepare: boolean },
  query: QueryConfig,
  names: StatementNames,
): QueryConfig {
  const name = canPrepare ? names.of(query.text) : undefined;
  return name ? { ...query, name } : query;
}
