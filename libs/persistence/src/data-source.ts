import type { StoreSettings } from '@app/config';
import { Database } from '@app/sql';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';

/** The URLs of a database. The embedded server has no other URL, and no replicas. */
export function urlsOf(url: string, settings: StoreSettings) {
  const isGiven = settings.databaseUrl !== undefined;
  const directUrl = isGiven ? settings.databaseDirectUrl : undefined;
  const replicaUrls = isGiven ? settings.databaseReplicaUrls : undefined;
  return { url, directUrl, replicaUrls };
}

/** The database at a URL, not yet initialized; shared by the application, the commands and the tests. */
export function createDataSource(url: string, settings: StoreSettings): Database {
  const { databasePoolSize: poolSize, statementTimeoutMs, databaseWaitSeconds: waitSeconds } = settings;
  return new Database(
    { ...urlsOf(url, settings), poolSize, statementTimeoutMs, waitSeconds },
    { entities, migrations },
  );
}
