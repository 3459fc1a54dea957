import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { poolOf } from '../pool/pool-driver.js';
import { SqlExecutor } from '../sql-executor.js';
import { sql } from '../tag.js';
import { RowsQuery } from './rows-query.js';

/** More than a socket gives at once. */
const LONG = 300_000;

let store: TestStore;
let pooled: SqlExecutor;

beforeAll(async () => {
  store = await createStore();
  pooled = SqlExecutor.of(store.dataSource);
});

afterAll(() => store.drop());

describe.each([
  ['on the pool', <T>(work: (executor: SqlExecutor) => Promise<T>) => work(pooled)],
  ['in a transaction', <T>(work: (executor: SqlExecutor) => Promise<T>) => pooled.transaction(work)],
])('rows %s', (_, within) => {
  it('have the values of the driver, whatever their types', async () => {
    const kinds = `1::int AS one, (-2147483648)::int AS least, 7::smallint AS small, NULL::int AS none, true AS yes,
      9007199254740993::bigint AS big, 1.50::numeric AS exact, 'Zoë 🏡' AS text, '' AS empty, '{"a":[1]}'::jsonb AS json,
      ARRAY[1, NULL, -3] AS numbers, ARRAY['a,b', NULL] AS texts, '2026-01-02T03:04:05Z'::timestamptz AS at`;
    const client = new pg.Client({ connectionString: store.url });
    await client.connect();
    const { rows } = await client.query<object>(`SELECT ${kinds}`);
    await client.end();
    await within(async (executor) => {
      const { text } = sql`SELECT ${0}::int AS zero`;
      const statement = { ...sql`SELECT ${0}::int AS zero`, text: `${text}, ${kinds}`, values: [0] } as never; // as the tag makes them
      const expected = rows.map((row) => ({ zero: 0, ...row }));
      expect(await executor.queryRows(statement)).toEqual(expected);
      // Prepared, described once, and prepared before.
      expect(await executor.queryPrepared(statement)).toEqual(expected);
      expect(await executor.queryPrepared(statement)).toEqual(expected);
    });
  });

  it('give columns as bytes that stay when others are read', async () => {
    await within(async (executor) => {
      const rows = await executor.queryPrepared<{ id: number; long: Buffer; none: null }>(
        sql`SELECT id, repeat('é' || id, ${LONG}) AS long, NULL AS none FROM generate_series(1, 3) id`,
        ['long', 'none'],
      );
      for (const { id, long, none } of rows) {
        expect([long.equals(Buffer.from(`é${id}`.repeat(LONG))), none]).toEqual([true, null]);
      }
      expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
    });
  });
});

describe('RowsQuery', () => {
  it('leaves the connection usable after errors of statements, values and parsers', async () => {
    await pooled.transaction(async (executor) => {
      await executor.execute(sql`SAVEPOINT before`);
      await expect(executor.queryPrepared(sql`SELECT 1 / ${0}::int AS never`)).rejects.toMatchObject({ code: '22012' });
      await executor.execute(sql`ROLLBACK TO before`);
      // Parsed before, but never described.
      expect(await executor.queryPrepared(sql`SELECT 1 / ${1}::int AS never`)).toEqual([{ never: 1 }]);
      const circular: Record<string, unknown> = {};
      circular['self'] = circular;
      await expect(executor.queryRows(sql`SELECT ${circular}::jsonb AS json`)).rejects.toThrow('circular');
      expect(await executor.queryRows(sql`SELECT ${1}::int AS one`)).toEqual([{ one: 1 }]);
    });
  });

  it('tells where the statement was asked for', async () => {
    const asking = async () => pooled.queryRows(sql`SELECT nothing FROM nowhere`);
    const error: unknown = await asking().catch((reason: unknown) => reason);
    expect((error as Error).stack).toContain('rows-query.spec.ts');
  });

  it('asks for the columns of a prepared statement once', async () => {
    const client = await poolOf(store.dataSource).connect();
    const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream } }).connection; // hidden by its types
    const write = vi.spyOn(stream, 'write');
    const sent = async (value: number): Promise<number> => {
      write.mockClear();
      const rows = await new Promise((resolve) => {
        const query = new RowsQuery({ text: 'SELECT $1::int AS asked', values: [value], name: 'asked' });
        query.callback = (_, found) => resolve(found);
        client.query(query);
      });
      expect(rows).toEqual([{ asked: value }]);
      // One call sends all.
      expect(write).toHaveBeenCalledTimes(1);
      return Buffer.byteLength(String(write.mock.calls[0]?.[0]));
    };
    try {
      const [first, second, third] = [await sent(1), await sent(2), await sent(3)];
      expect(second).toBe(third);
      expect(second).toBeLessThan(first - 'SELECT $1::int AS asked'.length);
    } finally {
      write.mockRestore();
      client.release();
    }
  });
});
