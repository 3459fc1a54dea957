import { Pool, type QueryConfig, type QueryResult } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Replicas } from '../replicas/replicas.js';
import { connectionConfig } from './connection-config.js';
import { DatabaseAvailability } from './database-availability.js';
import { whileServerIsFull } from './full-server.js';
import { probe, type LimitedClient, type ServerLimits } from './limited-client.js';
import { LockWaits } from './lock-waits.js';
import { UrlSource } from './url-source.js';
import { Gate } from '@app/fairness';

/** Connections reserved for reads by key; lists and writes cannot use them. */
const FOR_LOOKUPS = 2;
/** One account's share of the connections for lists and writes, and one visitor's share of the account's. */
const SHARE = 1 / 2;
/** With fewer connections, a statement could wait for its own transaction. */
const FEWEST = 2;
/** The accounts' share of those connections for snapshot reads, which can take minutes. */
const FOR_SNAPSHOTS = 1 / 3;
/** Additional connections for snapshot reads of the operator. */
const FOR_OPERATOR = 1;
/** Maximum time that a statement or transaction waits for a connection. */
const WAIT_MS = 5_000;
/** Snapshot reads wait this many times longer: longer than the reader of an export may stall. */
const SNAPSHOT_WAITS = 7;

/** The limits of long work on the main pool. */
interface Gates {
  /** Statements and transactions, except look-ups by key. */
  readonly long: Gate;
  /** Statements on standbys. */
  readonly standbys: Gate;
  /** Transactions that read a snapshot. */
  readonly snapshots: Gate;
  /** Transactions held for whole requests. */
  readonly requests: Gate;
}

/** @param connections the size of the main pool */
export function gatesOf(connections: number, waitMs = WAIT_MS): Gates {
  const long = connections - FOR_LOOKUPS;
  const ofAccounts = Math.max(1, Math.floor(long * FOR_SNAPSHOTS));
  // At least one connection remains for lists.
  const snapshots = Math.min(long - 1, ofAccounts + FOR_OPERATOR);
  const forOperator = snapshots - ofAccounts;
  const share = sharesOf(long);
  // Each account and visitor keeps one connection for the other reads of these requests.
  const requests = Math.max(1, long - snapshots - 1);
  const ofRequests = {
    perAccount: Math.max(1, Math.min(requests, share.perAccount) - 1),
    perVisitor: Math.max(1, share.perVisitor - 1),
  };
  return {
    long: new Gate({ total: long, ...share }, waitMs),
    standbys: new Gate({ total: connections, ...sharesOf(connections) }, waitMs),
    snapshots: new Gate({ total: snapshots, perAccount: allButOne(ofAccounts), forOperator }, SNAPSHOT_WAITS * waitMs),
    requests: new Gate({ total: requests, ...ofRequests }, waitMs),
  };
}

/** The shares of one account and of one of its visitors. */
function sharesOf(connections: number) {
  const perAccount = Math.max(FEWEST, Math.ceil(connections * SHARE));
  return { perAccount, perVisitor: Math.max(FEWEST, Math.ceil(perAccount * SHARE)) };
}

/** One account's share: if there are two connections, one is left for other accounts. */
const allButOne = (connections: number): number => Math.max(1, connections - 1);

/** Connections reserved for credentials, snapshots and readiness. */
const RESERVED = 2;
/** Timeout of statements on reserved connections. Each reads a few rows, and concurrent requests share it. */
const RESERVED_STATEMENT_MS = 3_000;

/** The URLs of a database. */
interface DatabaseUrls {
  /** `postgres://...` */
  readonly url: string;
  /**
   * A direct connection to the same database, for sessions that a pooler must not share and for reserved connections,
   * which must not wait in its queue; undefined: `url`.
   */
  readonly directUrl: string | undefined;
  /** Standbys of the same cluster that may serve lists: `postgres://...` */
  readonly replicaUrls?: readonly string[] | undefined;
}

/** The database, and the number of connections that a process may use. */
export interface DatabaseSettings extends DatabaseUrls {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** How long the first connections wait for a server whose connections are used up; default: 3 s. */
  readonly waitSeconds?: number;
}

/** Later connections wait this long for a full server. */
const FULL_SERVER_MS = 3_000;

/**
 * A data source with two pools. TypeORM uses the main pool. The reserved pool serves credentials and cached responses
 * even while slow lists and writes occupy the main pool.
 */
export class Database extends DataSource {
  readonly availability: DatabaseAvailability;
  readonly gates: Gates;
  readonly replicas: Replicas;
  /** Serves the statements that every request needs. */
  readonly reserved: Pool;
  /** Serves all other statements. */
  main: Pool;
  readonly lockWaits: LockWaits;
  /** The present URLs; reserved connections and sessions use the direct one. */
  readonly sources: { readonly main: UrlSource; readonly reserved: UrlSource };
  private readonly limits: ServerLimits;
  private readonly startsUntil: number;

  constructor(
    readonly settings: DatabaseSettings,
    schema: Pick<DataSourceOptions, 'entities' | 'migrations'>,
  ) {
    const { url, directUrl, replicaUrls = [], poolSize, statementTimeoutMs } = settings;
    const limits: ServerLimits = { statementTimeoutMs, isPooled: false };
    const sources = { main: new UrlSource(url), reserved: new UrlSource(directUrl ?? url) };
    const config = connectionConfig(sources.main, limits);
    const reservedMs = Math.min(statementTimeoutMs || Infinity, RESERVED_STATEMENT_MS);
    const reservedConfig = connectionConfig(sources.reserved, { statementTimeoutMs: reservedMs, isPooled: false });
    // A statement may wait in the queue of a pooler: only the server itself tells whether it responds.
    const probed = directUrl === undefined ? [config] : [config, reservedConfig];
    const availability = new DatabaseAvailability(() => Promise.all(probed.map(probe)));
    const extra = { ...config, availability };
    const reserved = { ...reservedConfig, availability, max: RESERVED };
    super({ type: 'postgres', ...schema, synchronize: false, logging: false, poolSize: poolSize - RESERVED, extra });
    this.limits = limits;
    this.sources = sources;
    this.availability = availability;
    this.gates = gatesOf(poolSize - RESERVED);
    this.replicas = new Replicas({
      urls: replicaUrls,
      connections: poolSize - RESERVED,
      statementTimeoutMs,
      isPrimaryAway: () => availability.isAway,
    });
    this.reserved = new Pool(reserved);
    this.reserved.on('error', () => undefined); // the next statement gets another connection
    this.lockWaits = new LockWaits(this.reserved);
    this.startsUntil = performance.now() + (settings.waitSeconds ?? 0) * 1_000;
  }

  /**
   * Whether statements may be prepared. Behind a pooler the next statement may run in another session, which has not
   * prepared it.
   */
  get canPrepare(): boolean {
    return !this.limits.isPooled;
  }

  override async initialize(): Promise<this> {
    await this.onceServerHasRoom(() => super.initialize());
    this.main = (this.driver as PostgresDriver).master as Pool; // TypeORM does not declare its type
    // All clients are LimitedClients.
    this.main.on('release', (_, client) => (client as unknown as LimitedClient).limit());
    return this;
  }

  override async destroy(): Promise<void> {
    this.availability.end();
    await Promise.all([super.destroy(), this.reserved.end(), this.replicas.end()]);
  }

  /**
   * Uses other roles or passwords: for new connections at once, and instead of open ones as soon as they are free.
   * @returns whether a URL differs
   * @throws the error of a connection by one of the new URLs; the former ones stay in use
   */
  async changeUrls({ url, directUrl, replicaUrls = [] }: DatabaseUrls): Promise<boolean> {
    const { main, reserved } = this.sources;
    const next = new Map([[main, url], [reserved, directUrl ?? url], ...this.replicas.sourcesFor(replicaUrls)]);
    const changed = [...next].filter(([source, given]) => source.url !== given);
    for (const [, given] of changed) {
      await probe(
        connectionConfig(new UrlSource(given), { statementTimeoutMs: RESERVED_STATEMENT_MS, isPooled: false }),
      );
    }
    for (const [source, given] of changed) source.url = given;
    void main.renew(this.main);
    void reserved.renew(this.reserved);
    this.replicas.renew();
    return changed.length > 0;
  }

  /** Sends a statement. During an outage it waits for the end, or fails. */
  async send<Row extends object>(pool: Pool, query: QueryConfig): Promise<QueryResult<Row>> {
    await this.availability.whenBack();
    return this.onceServerHasRoom(() => pool.query<Row>(query));
  }

  /** Opens a connection by `work`, and waits for a server whose connections are used up: longer during the start. */
  onceServerHasRoom<T>(work: () => Promise<T>): Promise<T> {
    return whileServerIsFull(Math.max(this.startsUntil, performance.now() + FULL_SERVER_MS), work);
  }
}

/** The database of a data source. @throws Error for a data source of another kind */
export function databaseOf(dataSource: DataSource): Database {
  if (!(dataSource instanceof Database)) throw new Error('The data source is not a Database');
  return dataSource;
}
