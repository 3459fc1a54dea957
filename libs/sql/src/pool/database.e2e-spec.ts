import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { inSession } from '../session.js';
import { SqlExecutor } from '../sql-executor.js';
import { sql } from '../tag.js';
import { Database, databaseOf, type DatabaseSettings } from './database.js';

const store = specStore();

/** Runs a function with its own connections to the database of the test. */
async function withDatabase(
  settings: Partial<DatabaseSettings>,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const all = { url: store.url, directUrl: undefined, poolSize: 5, statementTimeoutMs: 60_000, ...settings };
  const database = await new Database(all, {}).initialize();
  try {
    await work(database);
  } finally {
    await database.destroy();
  }
}

const setting = async (pool: Pool, name: string): Promise<unknown> => {
  const { rows } = await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
  return rows[0]?.value;
};

const settingOfSession = async (session: QueryRunner, name: string): Promise<unknown> => {
  const [row] = (await session.query('SELECT current_setting($1) AS value', [name])) as [{ value: string }]; // one row
  return row.value;
};

describe('Database', () => {
  it.each([
    ['jit', 'on', 'off'],
    ['random_page_cost', '4', '1.1'],
    ['random_page_cost', '1', '1'],
  ])('sets the planner on every connection: %s = %s of the server is %s', async (name, ofServer, ofSessions) => {
    await store.dataSource.query(`ALTER DATABASE ${new URL(store.url).pathname.slice(1)} SET ${name} = ${ofServer}`);
    await withDatabase({}, async (database) => {
      const { main, reserved } = database;
      const session = await inSession(database, (runner) => settingOfSession(runner, name));
      expect([await setting(main, name), await setting(reserved, name), session]).toEqual(Array(3).fill(ofSessions));
    });
  });

  it('serves look-ups of every request while all other connections are busy', () =>
    withDatabase({}, async ({ main, reserved }) => {
      const busy = Array.from({ length: 3 }, () => main.query('SELECT pg_sleep(1)'));
      const { rows } = await reserved.query('SELECT 1 AS one');
      expect([rows, main.idleCount]).toEqual([[{ one: 1 }], 0]);
      await Promise.all(busy);
    }));

  it('limits the time of statements, and of reserved ones to at most three seconds', () =>
    withDatabase({}, async ({ main, reserved }) => {
      expect(await setting(main, 'statement_timeout')).toBe('1min');
      expect(await setting(reserved, 'statement_timeout')).toBe('3s');
    }));

  it('limits the time of reserved statements even if no other limit is set', () =>
    withDatabase({ statementTimeoutMs: 0 }, async ({ main, reserved }) => {
      expect(await setting(main, 'statement_timeout')).toBe('0');
      expect(await setting(reserved, 'statement_timeout')).toBe('3s');
    }));

  it('cancels a statement at its time limit', () =>
    withDatabase({ statementTimeoutMs: 100 }, async ({ main }) => {
      await expect(main.query('SELECT pg_sleep(5)')).rejects.toThrow('statement timeout');
      expect((await main.query<object>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    }));

  it('does not treat a slow statement as an outage', () =>
    withDatabase({}, async ({ availability, main }) => {
      const slow = main.query<object>('SELECT 1 AS one, pg_sleep(3.5)');
      for (const _ of [1, 2, 3]) {
        await sleep(1_000);
        expect(availability.isAway).toBe(false);
      }
      expect((await slow).rows).toMatchObject([{ one: 1 }]);
    }));

  it('detects that there is no connection pooler, and prepares statements then', () =>
    withDatabase({}, (database) => Promise.resolve(expect(database.canPrepare).toBe(true))));

  it('opens a session without limits, directly to the server', async () => {
    const settings = {
      url: 'postgres://nowhere.invalid/none',
      directUrl: store.url,
      poolSize: 5,
      statementTimeoutMs: 9,
    };
    const unreachable = new Database(settings, {});
    expect(await inSession(unreachable, (session) => settingOfSession(session, 'statement_timeout'))).toBe('0');
  });

  it('closes both pools', async () => {
    const ended: Pool[] = [];
    await withDatabase({}, async ({ main, reserved }) => {
      ended.push(main, reserved);
      await Promise.all(ended.map((pool) => pool.query('SELECT 1')));
    });
    for (const pool of ended) await expect(pool.query('SELECT 1')).rejects.toThrow('after calling end');
  });

  it('keeps idle connections open', async () => {
    const executor = SqlExecutor.of(store.dataSource);
    const backend = async () => (await executor.query(sql`SELECT pg_backend_pid() AS pid`))[0];
    const before = await backend();
    // By default the driver closes connections that were idle for ten seconds.
    await sleep(10_500);
    expect(await backend()).toEqual(before);
  });
});

describe('databaseOf', () => {
  it('requires a data source with a database', () => {
    expect(databaseOf(store.dataSource)).toBe(store.dataSource);
    expect(() => databaseOf(new DataSource({ type: 'postgres' }))).toThrow('not a Database');
  });
});
