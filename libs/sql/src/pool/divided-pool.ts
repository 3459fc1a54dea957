import { Pool, type PoolConfig } from 'pg';
import { Gate } from './gate.js';
import { LimitedClient, type ServerLimits } from './limited-client.js';

/** Kept for credentials, snapshots and readiness. */
const RESERVED = 2;
/** Kept from lists and writes, for reads of one thing by its key. */
const FOR_LOOKUPS = 2;
/** For the session, and for what TypeORM asks when it connects. */
const SESSION_CLIENTS = 2;
/** More than enough for what is reserved: each is a look at a few rows, and is shared by those who ask for the same. */
const RESERVED_STATEMENT_MS = 3_000;

/** The driver makes its clients with the options of the pool, which its types do not say. */
const Client = LimitedClient as unknown as NonNullable<PoolConfig['Client']>;

export interface DividedPoolConfig extends PoolConfig {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  /** The same database past any connection pooler; undefined: `connectionString`. */
  readonly directUrl: string | undefined;
  readonly limits: ServerLimits;
}

/**
 * The connections of a process, of which some are kept: however many lists or writes take long, a credential is still
 * looked up, and what was answered before is answered again.
 */
export class DividedPool extends Pool {
  /** For what every request needs. */
  readonly reserved: Pool;
  /** What may take long goes through here. */
  readonly long: Gate;

  constructor(private readonly config: DividedPoolConfig) {
    const { max, limits, connectionTimeoutMillis } = config;
    super({ ...config, max: max - RESERVED, Client });
    const statementTimeoutMs = Math.min(limits.statementTimeoutMs || Infinity, RESERVED_STATEMENT_MS);
    const own: DividedPoolConfig = { ...config, max: RESERVED, limits: { ...limits, statementTimeoutMs } };
    this.on('release', (_, client) => (client as unknown as LimitedClient).limit()); // every client of it is one
    this.reserved = new Pool({ ...own, Client });
    this.reserved.on('error', (error, client) => this.emit('error', error, client));
    this.long = new Gate(max - RESERVED - FOR_LOOKUPS, connectionTimeoutMillis);
  }

  /** Whether statements may be prepared: behind a pooler the next one goes to another session, which knows none of them. */
  get canPrepare(): boolean {
    return !this.config.limits.isPooled;
  }

  /** Another pool, for a session that no pooler shares, without limits of time, and what its client finds out. */
  forSession(): { readonly pool: Pool; readonly limits: ServerLimits } {
    const { connectionString, directUrl = connectionString } = this.config;
    const limits: ServerLimits = { statementTimeoutMs: 0, isPooled: false };
    const config: DividedPoolConfig = { ...this.config, connectionString: directUrl, max: SESSION_CLIENTS, limits };
    return { pool: new Pool({ ...config, Client }), limits };
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): void | Promise<void> {
    const reserved = this.reserved.end();
    if (!callback) return Promise.all([super.end(), reserved]).then(() => undefined);
    super.end(callback);
  }
}
