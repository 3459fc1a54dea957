import { hostname } from 'node:os';
import { OperatorError } from '@app/process';
import { DividedPool, poolDriver, poolOf } from '@app/sql';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { migrations } from './migrations/index.js';

/** Where the database is, and how much of it a process takes. */
export interface DataSourceSettings {
  /** `postgres://...` */
  readonly url: string;
  /** The same database past any connection pooler, for what needs a session of its own. */
  readonly directUrl: string | undefined;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** Tells the sessions of this process from those of every other, as PostgreSQL lists them. */
const PROCESS_NAME = `agency-directory ${process.pid}@${hostname()}`.slice(0, 63);
/** TCP finds out within some 20 seconds that the other end is gone, however long nothing is sent. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const CONNECT_TIMEOUT_MS = 5_000;

/** How every process reaches the store. The schema moves by written migrations alone. */
export function dataSourceOptions(
  { url, directUrl, poolSize, statementTimeoutMs }: DataSourceSettings,
  entities: NonNullable<DataSourceOptions['entities']>,
): DataSourceOptions {
  const pool = new DividedPool({
    connectionString: url,
    directUrl,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: PROCESS_NAME,
    limits: { statementTimeoutMs, isPooled: false },
    ...KEEP_ALIVE,
  });
  return { type: 'postgres', driver: poolDriver(pool), entities, migrations, synchronize: false, logging: false };
}

/**
 * Works on a connection that no pooler shares, where a session keeps what it is given, such as a lock, and statements take
 * as long as they take.
 *
 * @throws OperatorError when the store is reached through a pooler, and nobody said what is behind it
 */
export async function inSession<T>(dataSource: DataSource, work: (session: QueryRunner) => Promise<T>): Promise<T> {
  const { pool, limits } = poolOf(dataSource).forSession();
  const direct = await new DataSource({ type: 'postgres', driver: poolDriver(pool) }).initialize();
  const session = direct.createQueryRunner();
  try {
    if (limits.isPooled)
      throw new OperatorError('DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL as well');
    return await work(session);
  } finally {
    await session.release();
    await direct.destroy();
  }
}
