import { hostname } from 'node:os';
import type { DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';

export interface DataSourceSettings {
  /** `postgres://...` */
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** Tells the sessions of this process from those of every other, as PostgreSQL lists them. */
const PROCESS_NAME = `agency-directory ${process.pid}@${hostname()}`.slice(0, 63);

/** How every process reaches the store. The schema moves by written migrations alone. */
export function dataSourceOptions(
  { url, poolSize, statementTimeoutMs }: DataSourceSettings,
  entities: NonNullable<DataSourceOptions['entities']>,
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations,
    synchronize: false,
    logging: false,
    poolSize,
    connectTimeoutMS: 5_000,
    applicationName: PROCESS_NAME,
    extra: { statement_timeout: statementTimeoutMs, keepAlive: true },
  };
}
