import type { Settings } from '@app/config';
import { migrate, startEmbeddedServer } from '@app/database';
import { loadDemo } from '@app/intake';
import { DataSource } from 'typeorm';
import { createApplication } from './bootstrap.js';
import { greet } from './greeting.js';

/** Where the store is: the given database, or the embedded server, started or joined. */
async function openStore({ databaseUrl, dataDir }: Settings): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  return startEmbeddedServer({ dataDir, log: (message) => console.log(message) });
}

/** An empty directory on the embedded server is of no use to whoever tries the service; one on a given database is. */
async function fillWithDemo(dataSource: DataSource, settings: Settings): Promise<void> {
  if (settings.demoData === 'off' || settings.databaseUrl) return;
  const files = await loadDemo(dataSource, settings);
  for (const { thing, created } of files ?? []) console.log(`Made up ${created} ${thing} for the demo.`);
}

/** The whole start: store, schema, demo, service; and the orderly end at SIGINT or SIGTERM. */
export async function startService(settings: Settings): Promise<void> {
  const store = await openStore(settings);
  try {
    const app = await createApplication(settings, store.url);
    const dataSource = app.get(DataSource);
    await migrate(dataSource);
    await fillWithDemo(dataSource, settings);
    await app.listen(settings.port, settings.host);
    const end = async () => {
      await app.close();
      await store.stop();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
    greet(settings, await app.getUrl());
  } catch (error) {
    await store.stop();
    throw error;
  }
}
