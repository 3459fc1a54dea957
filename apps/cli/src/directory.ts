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
import { storeOptions } from '../../store-options.js';

const LAST_MS = 2_000;

/** The database that a command works on, with the settings that hold the keys. */
export interface Directory {
  readonly dataSource: DataSource;
  readonly settings: Settings;
}

/**
 * Runs `work` on the database of the environment: the given one, or the embedded server, which a running service
 * shares.
 */
export function withStore<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return opened(loadStoreSettings(environment(), { hasEmbeddedServer: hasEmbeddedServer() }), work);
}

/** Runs `work` on the database of the environment, after pending migrations. */
export function withMigratedStore<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return withStore(async (dataSource) => {
    await bringUpToDate(dataSource);
    return work(dataSource);
  });
}

/**
 * Runs `work` on the database of the environment, after pending migrations and with the secrets: for commands that
 * encrypt or decrypt the accounts' keys.
 */
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
    // A connection on which work was interrupted may never become free.
    await Promise.race([dataSource.destroy(), sleep(LAST_MS)]);
  }
}
