import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const WITHIN_MS = 30_000;

/** A connection that may be lost. */
async function connect(url: string, latest = performance.now() + WITHIN_MS): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (performance.now() > latest) throw error;
    await sleep(10);
    return connect(url, latest);
  }
}

/**
 * Runs work on its own connection, as soon as the server accepts one, because it may be recovering from a kill. The
 * bench, which runs without Vitest, uses it too.
 */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
