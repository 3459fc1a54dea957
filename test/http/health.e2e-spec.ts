import { describe, expect, it } from 'vitest';
import { specService } from '@testing';

const service = specService();

describe('health endpoints', () => {
  it.each([
    ['/livez', { status: 'ok', version: expect.any(String), commit: expect.any(String) }],
    ['/readyz', { status: 'ok', unknownMigrations: [], openTransactions: expect.any(Array) as string[] }],
  ])('%s answers without credentials', async (path, healthy) => {
    const { status, body } = await service.get(path, { as: null });
    expect(status).toBe(200);
    expect(body).toEqual(healthy);
  });

  it('/readyz names migrations of a later version, and is ready', async () => {
    const { dataSource } = service.store;
    await dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
    const { status, body } = await service.get<object>('/readyz', { as: null });
    expect([status, body]).toMatchObject([200, { status: 'ok', unknownMigrations: ['Later9999999999999'] }]);
    await dataSource.query(`DELETE FROM migrations WHERE timestamp = 9999999999999`);
  });

  it('/readyz answers 503 while the database has the schema of no release', async () => {
    const { dataSource } = service.store;
    const statusAfter = async (statement: string) => {
      await dataSource.query(statement);
      return (await service.get('/readyz', { as: null })).status;
    };
    expect(await statusAfter(`UPDATE migrations SET name = 'x' || name`)).toBe(503);
    expect(await statusAfter('UPDATE migrations SET name = substr(name, 2)')).toBe(200);
  });
});

it('/readyz reports a read-only database', async () => {
  const database = new URL(service.store.url).pathname.slice(1);
  const admin = service.store.dataSource;
  await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  // Open sessions keep their setting; an autovacuum worker is not ours to end.
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = $1 AND usename = current_user AND pid <> pg_backend_pid()`,
    [database],
  );
  await expect.poll(async () => (await service.get('/readyz', { as: null })).status).toBe(503);
});
