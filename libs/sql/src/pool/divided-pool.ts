import { Gate } from '@app/concurrency';
import { Pool, type PoolConfig } from 'pg';
import { AvailablePool } from './available-pool.js';
import { DatabaseAvailability } from './database-availability.js';
import { LimitedClient, type ServerLimits } from './limited-client.js';

/** Connections reserved for credentials, snapshots and readiness. */
const RESERVED = 2;
/** Connections that lists and writes must not use: they are for reads of a single resource by its key. */
const FOR_LOOKUPS = 2;
/** Of the connections for lists and writes, the part by which accounts may read snapshots, which can take minutes. */
const FOR_SNAPSHOTS = 1 / 3;
/** One more is for snapshots of the operator. */
const FOR_OPERATOR = 1;
/** Who reads a snapshot waits for so many times the time of a connection: as long as another reader may stall. */
const SNAPSHOT_PATIENCE = 6;
/** Connections of a session pool: for the session, and for TypeORM's queries at connect. */
const SESSION_CLIENTS = 2;
/** Enough for reserved statements: each reads a few rows, and is shared by concurrent requests. */
const RESERVED_STATEMENT_MS = 3_000;
/** A server that is there makes a connection in milliseconds. */
const PROBE_MS = 2_000;

/** The pool passes its options to its clients, which the driver's types do not declare. */
const Client = LimitedClient as unknown as NonNullable<PoolConfig['Client']>;

export interface DividedPoolConfig extends PoolConfig {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  /** How long a statement or a transaction waits for its turn. */
  readonly queueTimeoutMillis: number;
  /** A direct connection to the same database, without a connection pooler; undefined: `connectionString`. */
  readonly directUrl: string | undefined;
  readonly limits: ServerLimits;
}

/**
 * The connection pool of a process, part of which is reserved: however many slow lists or writes run, credentials are
 * still looked up and cached responses are still sent.
 */
export class DividedPool extends AvailablePool {
  /** For statements that every request needs. */
  readonly reserved: AvailablePool;
  /** Limits statements that may be slow. */
  readonly long: Gate;
  /** Limits transactions that read a snapshot. */
  readonly snapshots: Gate;
  /** Limits transactions that are held for whole requests. */
  readonly requests: Gate;

  constructor(private readonly config: DividedPoolConfig) {
    const { max, limits, queueTimeoutMillis } = config;
    const availability = new DatabaseAvailability(() => probe(config));
    super({ ...config, max: max - RESERVED, availability, Client });
    const statementTimeoutMs = Math.min(limits.statementTimeoutMs || Infinity, RESERVED_STATEMENT_MS);
    const own: DividedPoolConfig = { ...config, max: RESERVED, limits: { ...limits, statementTimeoutMs } };
    this.on('release', (_, client) => (client as unknown as LimitedClient).limit()); // all its clients are LimitedClients
    this.reserved = new AvailablePool({ ...own, availability, Client });
    this.reserved.on('error', (error, client) => this.emit('error', error, client));
    const long = max - RESERVED - FOR_LOOKUPS;
    this.long = new Gate({ total: long }, queueTimeoutMillis);
    const ofAccounts = Math.max(1, Math.floor(long * FOR_SNAPSHOTS));
    // At least one is left for lists.
    const snapshots = Math.min(long - 1, ofAccounts + FOR_OPERATOR);
    const forOperator = snapshots - ofAccounts;
    const perAccount = allButOne(ofAccounts);
    this.snapshots = new Gate({ total: snapshots, perAccount, forOperator }, SNAPSHOT_PATIENCE * queueTimeoutMillis);
    // One is left for what these requests read on other connections.
    const requests = Math.max(1, long - snapshots - 1);
    this.requests = new Gate({ total: requests, perAccount: allButOne(requests) }, queueTimeoutMillis);
  }

  /**
   * Whether statements may be prepared: behind a pooler the next statement may run in another session, where it is not
   * prepared.
   */
  get canPrepare(): boolean {
    return !this.config.limits.isPooled;
  }

  /**
   * A separate pool for sessions that no pooler shares, without time limits, with the limits object that its clients
   * update.
   */
  forSession(): { readonly pool: Pool; readonly limits: ServerLimits } {
    const { connectionString, directUrl = connectionString } = this.config;
    const limits: ServerLimits = { statementTimeoutMs: 0, isPooled: false };
    const config: DividedPoolConfig = { ...this.config, connectionString: directUrl, max: SESSION_CLIENTS, limits };
    return { pool: new Pool({ ...config, Client }), limits };
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): void | Promise<void> {
    this.availability.end();
    const reserved = this.reserved.end();
    if (!callback) return Promise.all([super.end(), reserved]).then(() => undefined);
    super.end(callback);
  }
}

/** The share of one account: others have a connection as well, unless there is only one. */
const allButOne = (connections: number): number => Math.max(1, connections - 1);

/** Makes a connection, which executes a statement. */
async function probe({ limits, ...config }: DividedPoolConfig): Promise<void> {
  const client = new LimitedClient({ ...config, limits: { ...limits } });
  const giveUp = () => client.connection.stream.destroy();
  // In two steps: a blocked event loop is no silent server.
  let timer = setTimeout(() => (timer = setTimeout(giveUp, PROBE_MS / 2)), PROBE_MS / 2);
  try {
    await client.connect();
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
}
