import { hostname } from 'node:os';
import { OperatorError } from '@app/process';
import { DividedPool, type ServerLimits } from '@app/sql';
import * as pg from 'pg';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { migrations } from './migrations/index.js';

export interface DataSourceSettings {
  /** `postgres://...` */
  readonly url: string;
  /** The same database past any connection pooler, for what needs a session of its own. */
  readonly directUrl: string | undefined;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** What the driver is given beside what TypeORM knows of. */
interface Extra {
  readonly limits: ServerLimits;
  readonly directUrl: string | undefined;
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
  const extra: Extra = { limits: { statementTimeoutMs, isPooled: false }, directUrl };
  return {
    type: 'postgres',
    driver: { ...pg, Pool: DividedPool },
    url,
    entities,
    migrations,
    synchronize: false,
    logging: false,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: PROCESS_NAME,
    extra: { ...extra, ...KEEP_ALIVE },
  };
}

/** Those of `dataSourceOptions`; TypeORM does not look into them. */
const extraOf = ({ options }: DataSource): Extra => (options as unknown as { extra: Extra }).extra;

/**
 * Works on a connection that no pooler shares, where a session keeps what it is given, such as a lock, and statements take
 * as long as they take.
 *
 * @throws OperatorError when the store is reached through a pooler, and nobody said what is behind it
 */
export async function inSession<T>(dataSource: DataSource, work: (session: QueryRunner) => Promise<T>): Promise<T> {
  const { directUrl } = extraOf(dataSource);
  const limits: ServerLimits = { statementTimeoutMs: 0, isPooled: false };
  const direct = await new DataSource({
    ...dataSource.options,
    ...(directUrl === undefined ? {} : { url: directUrl }),
    extra: { ...extraOf(dataSource), limits },
  }).initialize();
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
