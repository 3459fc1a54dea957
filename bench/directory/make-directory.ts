import { randomBytes } from 'node:crypto';
import { loadSettings, SettingsModule } from '@app/config';
import { generateDirectory } from '@app/demo';
import { BundleImporter, BundlesModule, generatedSource } from '@app/bundles';
import { createDataSource, migrate, PersistenceModule } from '@app/persistence';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import type { Progress } from '../progress.js';
import { demoSuburbs } from './demo-suburbs.js';
import type { DirectorySize } from './size.js';

const SEED = 1;

/** Keys that nobody needs to know: the bench calls with those of an account of its own choice. */
export function operatorEnvironment(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    ROOT_ACCESS_KEY: randomBytes(24).toString('base64url'),
    ROOT_SECRET_KEY: randomBytes(24).toString('base64url'),
    SECRETS_KEY: Buffer.alloc(32, 'bench').toString('base64'),
  };
}

/** Works on the store of a database, brought up to date. */
export async function withStore<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const settings = loadSettings({ ...operatorEnvironment(url), STATEMENT_TIMEOUT_MS: '0' });
  const dataSource = await createDataSource(url, settings).initialize();
  try {
    await migrate(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

@Module({})
class ImportModule {}

/** The service's own import, in a container. */
function importContext(url: string): Promise<INestApplicationContext> {
  const settings = loadSettings(operatorEnvironment(url));
  const imports = [PersistenceModule.forRoot(createDataSource(url, settings)), SettingsModule.forRoot(settings)];
  const module = { module: ImportModule, imports: [...imports, BundlesModule] };
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

/** Fills an empty database with a made-up directory, by the service's own import. */
export async function makeDirectory(
  url: string,
  { listings, accounts, agents, suburbs }: DirectorySize,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const places = await demoSuburbs(suburbs);
  const made = generateDirectory({ seed: SEED, listings, accounts, agents, suburbs: places, now: new Date() });
  const sources = [
    generatedSource('suburbs', made.suburbs, places.length),
    generatedSource('accounts', made.accounts, accounts),
    generatedSource('agents', made.agents, agents),
    generatedSource('listings', made.listings, listings),
  ];
  await withStore(url, async (dataSource) => {
    const context = await importContext(url);
    try {
      await context.get(BundleImporter).import(sources, {
        strict: true,
        signal,
        onProgress: ({ file, lines }) =>
          progress.tick(`making ${listings.toLocaleString('en')} listings: ${file} ${lines}`),
        onBadLine: ({ file, line, field, reason }) => progress.say(`${file}:${line}: ${field}: ${reason}`),
      });
    } finally {
      await context.close();
    }
    await dataSource.query('VACUUM (ANALYZE)');
  });
}
