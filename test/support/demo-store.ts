import { inject } from 'vitest';
import { servicesOn } from './services.js';
import { createStore, type TestStore } from './store.js';
import { withClient } from './with-client.js';

/** A database with the demo of the defaults. The first spec of a run that asks for it fills it, all others copy that one. */
export async function createDemoStore(): Promise<TestStore> {
  const name = inject('demo');
  await withClient(inject('serverUrl'), async (client) => {
    // The lock ends with the session.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('SELECT 1 AS one FROM pg_database WHERE datname = $1', [name]);
    if (rows.length === 0) await fill(name);
  });
  return createStore(name);
}

async function fill(name: string): Promise<void> {
  const store = await createStore();
  await servicesOn(store.dataSource).demo.load();
  await store.dataSource.destroy();
  const made = new URL(store.url).pathname.slice(1);
  await withClient(inject('serverUrl'), (client) => client.query(`ALTER DATABASE ${made} RENAME TO ${name}`));
}
