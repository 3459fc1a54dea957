import { sql, SqlExecutor } from '@app/sql';
import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, servicesOn, specStore } from '@testing';
import { account, importLines, listing } from '../../../test/support/bundle-lines.js';
import { FirstLoad } from './first-load.writer.js';
import { inTransaction, importSources } from './import/import-transaction.js';
import { INTAKES } from './import/intakes.js';

const MANY = 20_000;
const { bulkLoad } = INTAKES.listings;

const store = specStore();

beforeEach(() => emptyTables(store.dataSource));

const indexes = (executor = SqlExecutor.of(store.dataSource)) =>
  executor.query<{ name: string }>(
    sql`SELECT indexname AS name, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
  );

/** The indexes while a load of the given number of lines is running. */
const indexesDuring = (expected: number, work = (): Promise<void> => Promise.resolve()) =>
  inTransaction(store.dataSource, async (transaction) => {
    const firstLoad = new FirstLoad(transaction, bulkLoad);
    await firstLoad.begin(expected);
    const during = await indexes(transaction);
    await work();
    await firstLoad.end();
    return during;
  });

describe('FirstLoad', () => {
  it('drops indexes that neither constraints nor writes need, and creates them again', async () => {
    const before = await indexes();
    const during = (await indexesDuring(MANY)).map(({ name }) => name);
    expect(during).toContain('listings_pkey');
    expect(during).toContain('listings_website_id_agent_id_unique_id_key');
    expect(during).toContain('listings_property');
    expect(during).toContain('suburbs_region');
    expect(during.filter((name) => /^(listings|properties)_(newest|facts|texts)$/.test(name))).toEqual([]);
    expect(await indexes()).toEqual(before);
  });

  it('restores the indexes when the load is rolled back', async () => {
    const before = await indexes();
    await expect(indexesDuring(MANY, () => Promise.reject(new Error('taken back')))).rejects.toThrow('taken back');
    expect(await indexes()).toEqual(before);
  });

  it('keeps the indexes for a few lines', async () => {
    expect(await indexesDuring(MANY - 1)).toEqual(await indexes());
  });

  it('keeps the indexes if listings exist', async () => {
    await importLines(store.dataSource, { accounts: [account(1)], listings: [listing('A')] });
    expect(await indexesDuring(MANY)).toEqual(await indexes());
  });

  it('keeps the indexes while another process is connected, which might read', async () => {
    const other = new Client({ connectionString: store.url, application_name: 'another' });
    await other.connect();
    try {
      expect(await indexesDuring(MANY)).toEqual(await indexes());
    } finally {
      await other.end();
      // The server may need a moment to end the session; the next load must be alone.
      const sessions = `SELECT FROM pg_stat_activity WHERE application_name = 'another'`;
      await expect.poll(() => store.dataSource.query(sessions)).toEqual([]);
    }
  });

  it('is used by the import of a file', async () => {
    const before = await indexes();
    let during = before;
    const lines = Array.from({ length: 30 }, (_, at) => listing(`${at}`));
    const source = {
      name: 'listings',
      kind: 'listings' as const,
      async *open() {
        yield { lines: [], read: 0 };
        yield { lines: lines.map((value, at) => ({ line: at + 1, value })), read: lines.length / MANY };
        during = await indexes(transaction);
      },
    };
    await importLines(store.dataSource, { accounts: [account(1)] });
    let transaction = SqlExecutor.of(store.dataSource);
    const [report] = await inTransaction(store.dataSource, (executor) => {
      transaction = executor;
      return importSources(executor, servicesOn(store.dataSource).writers, [source], {});
    });
    expect(report).toMatchObject({ created: lines.length });
    expect(during.length).toBeLessThan(before.length);
    expect(await indexes()).toEqual(before);
  });
});
