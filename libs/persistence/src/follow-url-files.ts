import { watchFile, unwatchFile } from 'node:fs';
import { loadStoreSettings, URL_FILE_NAMES } from '@app/config';
import { faultLine } from '@app/process';
import { databaseOf } from '@app/sql';
import type { DataSource } from 'typeorm';
import { urlsOf } from './data-source.js';

/** Secrets of orchestrators are replaced links, so files are looked at by their paths. */
const LOOK_MS = 5_000;

interface UrlReport {
  info(line: string): void;
  warn(line: string): void;
}

/**
 * Reads the files of database URLs again when they change, and on SIGHUP, so that roles and passwords can be rotated
 * without a restart. Without such files it does nothing.
 * @returns a function that ends it
 */
export function followUrlFiles(dataSource: DataSource, env: NodeJS.ProcessEnv, report: UrlReport): () => void {
  const paths = URL_FILE_NAMES.flatMap((name) => env[name] ?? []);
  if (paths.length === 0) return () => undefined;
  const read = async () => {
    try {
      const settings = loadStoreSettings(env);
      if (settings.databaseUrl === undefined) return;
      const isChanged = await databaseOf(dataSource).changeUrls(urlsOf(settings.databaseUrl, settings));
      if (isChanged)
        report.info('The URLs of the database have changed: open connections are replaced when they are free');
    } catch (error) {
      report.warn(`The changed URLs of the database are not used: ${faultLine(error) ?? String(error)}`);
    }
  };
  const look = () => void read();
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, look);
  process.on('SIGHUP', look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
    process.off('SIGHUP', look);
  };
}
