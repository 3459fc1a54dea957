import { OperatorError } from '@app/process';
import { expect, it } from 'vitest';
import { specStore } from '@testing';
import { Database } from './pool/database.js';
import type { LimitedClient } from './pool/limited-client.js';
import { inSession } from './session.js';

const store = specStore();

it('a session whose connection ends fails each later call with the reason', async () => {
  const lost = inSession(store.dataSource, async (session) => {
    const [{ pid }] = (await session.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    await store.dataSource.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect.poll(() => session.isReleased).toBe(true);
    await session.query('SELECT 1');
  });
  await expect(lost).rejects.toThrow(/lost: terminating connection due to administrator command/);
});

it('an error of DATABASE_DIRECT_URL does not name DATABASE_URL', async () => {
  const directUrl = Object.assign(new URL(store.url), { port: '1' }).href;
  const dataSource = new Database({ url: store.url, directUrl, poolSize: 6, statementTimeoutMs: 0 }, {});
  await expect(inSession(dataSource, () => Promise.resolve())).rejects.toThrow(
    new OperatorError('DATABASE_DIRECT_URL: PostgreSQL cannot be reached at 127.0.0.1:1 (ECONNREFUSED)'),
  );
});

it('the server ends the statement of a session soon after its client is gone', async () => {
  const running = async () => {
    const rows = await store.dataSource.query<object[]>(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep(60)'`,
    );
    return rows.length;
  };
  const lost = inSession(store.dataSource, async (session) => {
    const { connection } = (await session.connect()) as LimitedClient; // the pool's clients are LimitedClients
    const sleeping = session.query('SELECT pg_sleep(60)');
    sleeping.catch(() => undefined);
    await expect.poll(running).toBe(1);
    connection.stream.destroy();
    await sleeping;
  });
  await expect(lost).rejects.toThrow('Connection terminated');
  await expect.poll(running, { timeout: 10_000 }).toBe(0);
});
