import { Client } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { createAccount, specService, withClient } from '@testing';
import { startOwnServer, type OwnServer } from '../support/own-server.js';

const PATH = '/api/v1/websites?name=after';
/** One is nearly always enough. */
const TRIES = 6;

let server: OwnServer;
const service = specService({}, async () => (server = await startOwnServer()));

beforeAll(async () => {
  await createAccount(service, { name: 'Before' });
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined); // it exists to be lost
  await client.connect();
  return client;
}

/** The statement that reads a snapshot in PostgreSQL itself. */
const snapshot = async () => {
  const [{ snapshot: text }] = await server.dataSource.query<[{ snapshot: string }]>(
    'SELECT pg_current_snapshot()::text AS snapshot',
  );
  return text;
};

interface Counted {
  readonly total: number;
}

/**
 * Uses a transaction id that no committed row keeps, reads a list, and crashes the server. Returns the tag of the list, and
 * the snapshot of the read.
 */
async function crash(): Promise<{ tag: string; before: string }> {
  const client = await connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  await client.query('ROLLBACK');
  const before = await snapshot();
  const { body, headers } = await service.get<Counted>(PATH);
  expect(body.total).toBe(0);
  // Other sessions are closed before the server recovers.
  const witness = await connect();
  const sentAway = new Promise<void>((resolve) => witness.once('end', resolve));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await sentAway;
  // A process that is still running could answer; a new one is there when all others have gone.
  await withClient(server.url, () => Promise.resolve());
  return { tag: headers.get('etag') ?? '', before };
}

it('a response from before a server crash is not repeated after it, although transaction ids are used again', async () => {
  let again = 0;
  for (let at = 0; at < TRIES && again === 0; at++) {
    const { tag, before } = await crash();
    // The same id, and so the same snapshot, with other content.
    await server.dataSource.query(`UPDATE accounts SET folded_name = 'after'`);
    again += Number((await snapshot()) === before);
    for (const options of [{}, { headers: { 'if-none-match': tag } }]) {
      const { status, body } = await service.get<Counted | undefined>(PATH, options);
      expect({ status, total: body?.total }).toEqual({ status: 200, total: 1 });
    }
    await server.dataSource.query(`UPDATE accounts SET folded_name = 'before'`);
  }
  expect(again).toBeGreaterThan(0);
});
