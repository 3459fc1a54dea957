import { Client } from 'pg';
import { vi } from 'vitest';

/** A connection that may be lost. */
async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Works on a connection of its own, as soon as the server takes one: it may be recovering from a kill. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await vi.waitFor(() => connect(url), { timeout: 30_000, interval: 10 });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
