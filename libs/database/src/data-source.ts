import type { DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';

export interface DataSourceSettings {
  /** `postgres://...` */
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

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
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolSize,
    connectTimeoutMS: 5_000,
    applicationName: 'agency-directory',
    extra: { statement_timeout: statementTimeoutMs, keepAlive: true },
  };
}
