import type { StoreSettings } from '@app/config';
import { Database } from '@app/sql';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';

/** The database at a URL, not yet initialized; for the application, the commands and the tests alike. */
export function createDataSource(url: string, settings: StoreSettings): Database {
  const { databasePoolSize: poolSize, statementTimeoutMs } = settings;
  // The embedded server has no other way to it.
  const directUrl = settings.databaseUrl === undefined ? undefined : settings.databaseDirectUrl;
  return new Database({ url, directUrl, poolSize, statementTimeoutMs }, { entities, migrations });
}
