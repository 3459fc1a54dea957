import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localUrl, type Settings } from '@app/config';

type AddressSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'port' | 'publicUrl'>;

/** The port of the service if none is fixed. */
const USUAL_PORT = 3_000;

const recordOf = (dataDir: string): string => join(dataDir, 'service-address');

/** The URL of the service by its settings, without a slash at the end. */
export const serviceUrl = ({ port, publicUrl }: Pick<Settings, 'port' | 'publicUrl'>): string =>
  publicUrl ?? `http://localhost:${port || USUAL_PORT}`;

/**
 * Records the URL of a service on the embedded server in its data folder, for commands.
 * @param url the address that it listens on
 */
export async function recordServiceUrl(settings: AddressSettings, url: string): Promise<void> {
  const { databaseUrl, dataDir, publicUrl = localUrl(url) } = settings;
  // Without a record, commands guess the URL and say so.
  if (!databaseUrl) await writeFile(recordOf(dataDir), `${publicUrl}\n`).catch(() => undefined);
}

/**
 * The URL of the service, for a command: PUBLIC_URL, else PORT, else the record of the latest service on the data
 * folder.
 * @returns also whether it is only the default
 */
export async function findServiceUrl(
  settings: AddressSettings,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly url: string; readonly isGuess: boolean }> {
  const url = serviceUrl(settings);
  if (settings.publicUrl || (env['PORT'] && settings.port)) return { url, isGuess: false };
  const recorded = settings.databaseUrl ? '' : await readFile(recordOf(settings.dataDir), 'utf8').catch(() => '');
  return recorded ? { url: recorded.trim(), isGuess: false } : { url, isGuess: true };
}
