import { setTimeout as sleep } from 'node:timers/promises';
import { checkSecretsKey } from '@app/auth';
import type { Settings } from '@app/config';
import { countStale, staleWords } from '@app/documents';
import { loadDemo } from '@app/bundles';
import { startEmbeddedServer } from '@app/embedded-postgres';
import { migrate, readiness } from '@app/persistence';
import { aborted, type StopSignals } from '@app/process';
import { SqlExecutor } from '@app/sql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { createApplication } from './bootstrap.js';
import { greet } from './greeting.js';
import { shutDown } from './shutdown/shut-down.js';

interface OpenStore {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** An embedded server that does not stop is left to itself: `pg_ctl` goes on, and whoever comes next takes it over. */
const STORE_PATIENCE_MS = 10_000;

/** Where the store is: the given database, or the embedded server, started or joined. */
async function openStore({ databaseUrl, dataDir }: Settings): Promise<OpenStore> {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  return startEmbeddedServer({ dataDir, log: (message) => console.log(message) });
}

/** An empty directory on the embedded server is of no use to whoever tries the service; one on a given database is. */
async function fillWithDemo(dataSource: DataSource, settings: Settings, signal: AbortSignal): Promise<void> {
  if (settings.demoData === 'off' || settings.databaseUrl) return;
  const files = await loadDemo(dataSource, settings, { signal });
  for (const { thing, created } of files ?? []) console.log(`Made up ${created} ${thing} for the demo.`);
}

/** A later version's migrations are no reason not to serve: in a rolling deploy the older version goes on beside it. */
async function tellOfUnknown(dataSource: DataSource): Promise<void> {
  const { unknownMigrations: names } = await readiness(dataSource);
  if (names.length === 0) return;
  console.warn(`The database has migrations that this version does not know: ${names.join(', ')}. Was it rolled back?`);
}

/** They are served all the same, each made anew when it is read. */
async function tellOfStale(executor: SqlExecutor): Promise<void> {
  const stale = await countStale(executor);
  if (stale.length === 0) return;
  console.warn(`A rebuild is due (${staleWords(stale)}): npm run directory -- rebuild`);
}

/** The start on an open store: schema, demo, service. */
async function start(settings: Settings, url: string, signal: AbortSignal): Promise<NestExpressApplication> {
  const app = await createApplication(settings, url);
  const dataSource = app.get(DataSource);
  await migrate(dataSource);
  await tellOfUnknown(dataSource);
  const executor = app.get(SqlExecutor);
  await tellOfStale(executor);
  await checkSecretsKey(executor, settings.secretsKey);
  await fillWithDemo(dataSource, settings, signal);
  await app.listen(settings.port, settings.host);
  return app;
}

/**
 * The life of the service, from its start to the orderly end that a signal asks for, at any time. When this is over the
 * process may exit, whatever a start that was interrupted has left undone.
 */
export async function runService(settings: Settings, signals: StopSignals): Promise<void> {
  // Takes seconds at most, and has to be known to be stopped.
  const store = await openStore(settings);
  try {
    const interrupted = aborted(signals.asked).then(() => undefined);
    const app = await Promise.race([interrupted, start(settings, store.url, signals.asked)]);
    if (!app) return;
    greet(settings, await app.getUrl());
    await interrupted;
    await shutDown(app, settings, signals);
  } finally {
    await Promise.race([store.stop(), sleep(STORE_PATIENCE_MS)]);
  }
}
