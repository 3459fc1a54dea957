import { Pool, type QueryConfig, type QueryResult } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Replicas } from '../replicas/replicas.js';
import { isConnectionLoss } from './connection-loss.js';
import { DatabaseAvailability } from './database-availability.js';
import { gatesOf, type Gates } from './gates.js';
import { ServerConnections } from './server-connections.js';

/** Connections reserved for credentials, snapshots and readiness. */
const RESERVED = 2;
/** Enough for reserved statements: each reads a few rows, and is shared by concurrent requests. */
const RESERVED_STATEMENT_MS = 3_000;

/** A server that is there makes a connection in milliseconds. */
const WATCH_CONNECT_MS = 2_000;

/** The database to connect to, and the connections that a process may use. */
export interface DatabaseSettings {
  /** `postgres://...` */
  readonly url: string;
  /** A direct connection to the same database, for sessions that must not be shared by a pooler; undefined: `url`. */
  readonly directUrl: string | undefined;
  /** Standbys of the same cluster, which may answer lists: `postgres://...` */
  readonly replicaUrls?: readonly string[] | undefined;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/**
 * A data source with two pools. TypeORM has the main one. The other one is reserved: however many slow lists or writes run,
 * credentials are still looked up and cached responses are still sent.
 */
export class Database extends DataSource {
  readonly availability: DatabaseAvailability;
  readonly gates: Gates;
  readonly replicas: Replicas;
  /** For statements that every request needs. */
  readonly reserved: Pool;
  /** For everything else. */
  main: Pool;
  private readonly server: ServerConnections;
  /** One connection of its own: it is never busy, and as old as the others. */
  private readonly watched: Pool;

  constructor(
    readonly settings: DatabaseSettings,
    schema: Pick<DataSourceOptions, 'entities' | 'migrations'>,
  ) {
    const { url, replicaUrls = [], poolSize, statementTimeoutMs } = settings;
    const server = new ServerConnections(url);
    const connections = poolSize - RESERVED;
    const extra = server.poolConfig(statementTimeoutMs);
    super({ type: 'postgres', ...schema, synchronize: false, logging: false, poolSize: connections, extra });
    const reserved = server.poolConfig(Math.min(statementTimeoutMs || Infinity, RESERVED_STATEMENT_MS));
    this.server = server;
    this.reserved = new Pool({ ...reserved, max: RESERVED });
    this.watched = new Pool({ ...reserved, max: 1, connectionTimeoutMillis: WATCH_CONNECT_MS });
    for (const pool of [this.reserved, this.watched]) pool.on('error', () => undefined); // the next statement gets another connection
    this.availability = new DatabaseAvailability(() => server.ask(this.watched, 'SELECT 1'));
    this.gates = gatesOf(connections);
    const isPrimaryAway = () => this.availability.isAway;
    this.replicas = new Replicas({ urls: replicaUrls, connections, statementTimeoutMs, isPrimaryAway });
  }

  get canPrepare(): boolean {
    return this.server.canPrepare;
  }

  override async initialize(): Promise<this> {
    await super.initialize();
    this.main = (this.driver as PostgresDriver).master as Pool; // TypeORM does not declare its type
    // Later the process may be too busy to make this connection in time.
    await this.availability.check();
    void this.availability.watch();
    return this;
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.reserved.end(), this.replicas.end()]);
    this.availability.end();
    await this.watched.end();
  }

  /** Sends a statement. */
  send<Row extends object>(pool: Pool, query: QueryConfig): Promise<QueryResult<Row>> {
    return this.use(() => pool.query<Row>(query));
  }

  /** Does something on a connection. During an outage it waits for the end, or fails. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.availability.whenBack();
    try {
      return await work();
    } catch (error) {
      if (isConnectionLoss(error)) await this.availability.check();
      throw error;
    }
  }
}

/** The database of a data source. @throws Error for a data source of another kind */
export function databaseOf(dataSource: DataSource): Database {
  if (!(dataSource instanceof Database)) throw new Error('The data source is not a Database');
  return dataSource;
}
