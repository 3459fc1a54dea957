import { setTimeout as sleep } from 'node:timers/promises';
import { checkSecretsKey } from '@app/auth';
import {
  loadDotEnv,
  loadSettings,
  loadStoreSettings,
  misspeltVariables,
  type Settings,
  type StoreSettings,
} from '@app/config';
import { hasEmbeddedServer, startEmbeddedServer } from '@app/embedded-postgres';
import { migrate, readiness } from '@app/persistence';
import { SqlExecutor } from '@app/sql';
import { DataSource } from 'typeorm';
import { storeOptions } from '../../../ormconfig.js';

const LAST_MS = 2_000;

/** The store that a command works on, with the keys. */
export interface Directory {
  readonly dataSource: DataSource;
  readonly settings: Settings;
}

/** Works on the store of the environment: the given database, or the embedded server, which a running service shares. */
export function withStore<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return opened(loadStoreSettings(environment(), { hasEmbeddedServer: hasEmbeddedServer() }), work);
}

/** The same, with the schema up to date. */
export function withMigratedStore<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return withStore(async (dataSource) => {
    await bringUpToDate(dataSource);
    return work(dataSource);
  });
}

/** The same for work that seals or reads the secrets of accounts. */
export function withMigratedDirectory<T>(work: (directory: Directory) => Promise<T>): Promise<T> {
  const settings = loadSettings(environment(), { hasEmbeddedServer: hasEmbeddedServer() });
  return opened(settings, async (dataSource) => {
    await bringUpToDate(dataSource);
    await checkSecretsKey(SqlExecutor.of(dataSource), settings.secretsKey);
    return work({ dataSource, settings });
  });
}

function environment(): NodeJS.ProcessEnv {
  loadDotEnv();
  for (const line of misspeltVariables(process.env)) console.warn(line);
  return process.env;
}

async function bringUpToDate(dataSource: DataSource): Promise<void> {
  const { missingMigrations } = await readiness(dataSource);
  if (missingMigrations.length > 0) await migrate(dataSource);
}

async function opened<T>(settings: StoreSettings, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl) return connected(databaseUrl, settings, work);
  const server = await startEmbeddedServer({ dataDir });
  try {
    return await connected(server.url, settings, work);
  } finally {
    await server.stop();
  }
}

async function connected<T>(
  url: string,
  settings: StoreSettings,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(storeOptions(url, settings)).initialize();
  try {
    return await work(dataSource);
  } finally {
    // A connection on which something was interrupted may not come back.
    await Promise.race([dataSource.destroy(), sleep(LAST_MS)]);
  }
}
