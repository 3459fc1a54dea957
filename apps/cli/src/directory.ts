import { setTimeout as sleep } from 'node:timers/promises';
import { loadDotEnv, loadSettings, type Settings } from '@app/config';
import { isMigrated, migrate, startEmbeddedServer } from '@app/database';
import { DataSource } from 'typeorm';
import { storeOptions } from '../../../ormconfig.js';

const LAST_MS = 2_000;

/** The store that a command works on. */
export interface Directory {
  readonly dataSource: DataSource;
  readonly settings: Settings;
}

/** Works on the store of the environment: the given database, or the embedded server, which a running service shares. */
export async function withDirectory<T>(work: (directory: Directory) => Promise<T>): Promise<T> {
  loadDotEnv();
  const settings = loadSettings(process.env);
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl) return connected(databaseUrl, settings, work);
  const server = await startEmbeddedServer({ dataDir });
  try {
    return await connected(server.url, settings, work);
  } finally {
    await server.stop();
  }
}

/** The same, with the schema up to date. */
export function withMigratedDirectory<T>(work: (directory: Directory) => Promise<T>): Promise<T> {
  return withDirectory(async (directory) => {
    if (!(await isMigrated(directory.dataSource))) await migrate(directory.dataSource);
    return work(directory);
  });
}

async function connected<T>(url: string, settings: Settings, work: (directory: Directory) => Promise<T>): Promise<T> {
  const dataSource = await new DataSource(storeOptions(url, settings)).initialize();
  try {
    return await work({ dataSource, settings });
  } finally {
    // A connection on which something was interrupted may not come back.
    await Promise.race([dataSource.destroy(), sleep(LAST_MS)]);
  }
}
