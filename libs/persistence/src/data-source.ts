import { hostname } from 'node:os';
import { OperatorError, releaseName } from '@app/process';
import { DividedPool, onConnection, poolDriver, poolOf } from '@app/sql';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { migrations } from './migrations/index.js';

/** The database to connect to, and the connections that a process may use. */
export interface DataSourceSettings {
  /** `postgres://...` */
  readonly url: string;
  /** A direct connection to the same database, for sessions that must not be shared by a pooler. */
  readonly directUrl: string | undefined;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;
/**
 * Application name: it names the release, and distinguishes the sessions of this process from all others in
 * `pg_stat_activity`. Of a long host name, the end tells replicas apart.
 */
const PROCESS_NAME = nameOfProcess(`${releaseName} ${process.pid}@`, hostname());
/** TCP detects a lost peer within about 20 seconds, also on an idle connection. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** A request waits no longer for a database that is away. */
const CONNECT_TIMEOUT_MS = 3_000;
/** A request waits no longer for its turn. */
const QUEUE_TIMEOUT_MS = 5_000;
/**
 * Connections outlast a lull. The driver closes them after ten seconds, and a new one knows no table and no plan: the first
 * second of requests that need it takes PostgreSQL twice the processor time.
 */
const IDLE_TIMEOUT_MS = 600_000;

function nameOfProcess(head: string, host: string): string {
  return head + host.slice(-(NAME_LENGTH - head.length));
}

/** The data source options of every process. The schema changes only by written migrations. */
export function dataSourceOptions(
  { url, directUrl, poolSize, statementTimeoutMs }: DataSourceSettings,
  entities: NonNullable<DataSourceOptions['entities']>,
): DataSourceOptions {
  const pool = new DividedPool({
    connectionString: url,
    directUrl,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    queueTimeoutMillis: QUEUE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: PROCESS_NAME,
    limits: { statementTimeoutMs, isPooled: false },
    ...KEEP_ALIVE,
  });
  return { type: 'postgres', driver: poolDriver(pool), entities, migrations, synchronize: false, logging: false };
}

/**
 * Runs `work` on a connection that no pooler shares: session state such as a lock is kept, and there is no statement
 * timeout.
 *
 * @throws OperatorError when the database is reached through a pooler and no direct URL is configured
 */
export async function inSession<T>(dataSource: DataSource, work: (session: QueryRunner) => Promise<T>): Promise<T> {
  const { pool, limits } = poolOf(dataSource).forSession();
  const direct = await new DataSource({ type: 'postgres', driver: poolDriver(pool) }).initialize();
  const session = direct.createQueryRunner();
  try {
    if (limits.isPooled)
      throw new OperatorError('DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL as well');
    return await onConnection(session, () => work(session));
  } finally {
    await session.release();
    await direct.destroy();
  }
}
