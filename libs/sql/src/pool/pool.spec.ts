import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '@app/concurrency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { ADVISORY_LOCKS, lockSession, lockUntilCommit, tryLockSession, type AdvisoryLock } from '../advisory-locks.js';
import { SqlExecutor } from '../sql-executor.js';
import { raw, sql } from '../tag.js';
import { DividedPool, type DividedPoolConfig } from './divided-pool.js';
import { poolDriver, poolOf } from './pool-driver.js';

let store: TestStore;

beforeAll(async () => {
  store = await createStore();
});

afterAll(() => store.drop());

/** A promise that others wait for, and what ends it. */
function signal() {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return { fire, fired };
}

/** Runs work with a pool of its own on the test's database. */
async function withPool(config: Partial<DividedPoolConfig>, work: (pool: DividedPool) => Promise<void>): Promise<void> {
  const limits = { statementTimeoutMs: 60_000, isPooled: false };
  const pool = new DividedPool({
    connectionString: store.url,
    max: 5,
    connectionTimeoutMillis: 10_000,
    queueTimeoutMillis: 10_000,
    directUrl: undefined,
    limits,
    ...config,
  });
  pool.on('error', () => undefined);
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

const timeoutOf = async (pool: { query: DividedPool['query'] }): Promise<unknown> => {
  const { rows } = await pool.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit");
  return rows[0]?.limit;
};

describe('DividedPool', () => {
  it('turns JIT off on every connection, whatever the server says', async () => {
    await store.dataSource.query(`ALTER DATABASE ${new URL(store.url).pathname.slice(1)} SET jit = on`);
    await withPool({}, async (pool) => {
      const { pool: session } = pool.forSession();
      for (const each of [pool, pool.reserved, session]) {
        const { rows } = await each.query<{ jit: string }>('SHOW jit');
        expect(rows).toEqual([{ jit: 'off' }]);
      }
      await session.end();
    });
  });

  it('answers what every request needs while all other connections are busy', () =>
    withPool({}, async (pool) => {
      const busy = Array.from({ length: 3 }, () => pool.query('SELECT pg_sleep(0.15)'));
      const { rows } = await pool.reserved.query('SELECT 1 AS one');
      expect(rows).toEqual([{ one: 1 }]);
      await Promise.all(busy);
    }));

  it('keeps connections for look-ups from what may take long', () =>
    withPool({ queueTimeoutMillis: 20 }, async (pool) => {
      const { fire, fired } = signal();
      // One of five may take long: two are reserved, and two are for look-ups.
      const long = pool.long.pass(() => fired);
      await expect(pool.long.pass(() => Promise.resolve())).rejects.toThrow('timeout exceeded');
      fire();
      await long;
      expect(await pool.long.pass(() => Promise.resolve('in'))).toBe('in');
    }));

  it('keeps connections for lists from what reads snapshots, and one of these for the operator', () =>
    withPool({ queueTimeoutMillis: 20, max: 11 }, async (pool) => {
      const { fire, fired } = signal();
      const reading = [1, 2].map((account) => pool.snapshots.pass(() => fired, { owner: account }));
      await expect(pool.snapshots.pass(() => Promise.resolve(), { owner: 3 })).rejects.toThrow('timeout exceeded');
      reading.push(pool.snapshots.pass(() => fired));
      await expect(pool.snapshots.pass(() => Promise.resolve())).rejects.toThrow('timeout exceeded');
      // Of seven, three are held for requests, and one is left for what these read.
      reading.push(...[1, 1, 2].map((account) => pool.requests.pass(() => fired, { owner: account })));
      await expect(pool.requests.pass(() => Promise.resolve())).rejects.toThrow('timeout exceeded');
      fire();
      await Promise.all(reading);
    }));

  it.each(['snapshots', 'requests'] as const)('one account does not get all connections for %s', (kind) =>
    withPool({ queueTimeoutMillis: 20, max: 11 }, async (pool) => {
      const { fire, fired } = signal();
      const share = kind === 'snapshots' ? 1 : 2;
      const held = Array.from({ length: share }, () => pool[kind].pass(() => fired, { owner: 12 }));
      await expect(pool[kind].pass(() => Promise.resolve(), { owner: 12 })).rejects.toThrow('timeout exceeded');
      expect(await pool[kind].pass(() => Promise.resolve('in'), { owner: 13 })).toBe('in');
      fire();
      await Promise.all(held);
    }),
  );

  it.each([
    [6, 1],
    [7, 2],
    [8, 2],
    [10, 3],
    [11, 3],
    [20, 6],
  ])(
    'of %i connections, snapshots get %i at most, of which the operator has one unless it is the only one',
    (max, most) =>
      withPool({ queueTimeoutMillis: 20, max }, async (pool) => {
        const { fire, fired } = signal();
        const entered: number[] = [];
        const pass = (owner: number) =>
          pool.snapshots.pass(() => (entered.push(owner), fired), { owner }).catch(() => 'late');
        const all = [...Array.from({ length: max }, (_, at) => at + 1), OPERATOR].map(pass);
        await sleep(0);
        expect(entered).toHaveLength(most);
        expect(entered.includes(OPERATOR)).toBe(most > 1);
        fire();
        await Promise.all(all);
      }),
  );

  it('limits statements, the reserved ones at most to three seconds', () =>
    withPool({}, async (pool) => {
      expect(await timeoutOf(pool)).toBe('1min');
      expect(await timeoutOf(pool.reserved as DividedPool)).toBe('3s');
    }));

  it('limits reserved statements even where nothing else is limited', () =>
    withPool({ limits: { statementTimeoutMs: 0, isPooled: false } }, async (pool) => {
      expect(await timeoutOf(pool)).toBe('0');
      expect(await timeoutOf(pool.reserved as DividedPool)).toBe('3s');
    }));

  it('ends a statement that takes too long', () =>
    withPool({ limits: { statementTimeoutMs: 100, isPooled: false } }, async (pool) => {
      await expect(pool.query('SELECT pg_sleep(5)')).rejects.toThrow('statement timeout');
      expect((await pool.query<object>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    }));

  it('takes a slow statement for no outage', () =>
    withPool({}, async (pool) => {
      const slow = pool.query<object>('SELECT 1 AS one, pg_sleep(3.5)');
      for (const _ of [1, 2, 3]) {
        await sleep(1_000);
        expect(pool.availability.isAway).toBe(false);
      }
      expect((await slow).rows).toMatchObject([{ one: 1 }]);
    }));

  it('finds out that no pooler is in between, and prepares then', () =>
    withPool({}, async (pool) => {
      await pool.query('SELECT 1');
      expect(pool.canPrepare).toBe(true);
    }));

  it('gives a session without limits, past a pooler', () =>
    withPool({ connectionString: 'postgres://nowhere.invalid/none', directUrl: store.url }, async (pool) => {
      const { pool: session, limits } = pool.forSession();
      expect(await timeoutOf(session as DividedPool)).toBe('0');
      expect(limits).toEqual({ statementTimeoutMs: 0, isPooled: false });
      await session.end();
    }));

  it('ends with both of its parts', async () => {
    let ended: DividedPool | undefined;
    await withPool({}, async (pool) => {
      ended = pool;
      await Promise.all([pool.query('SELECT 1'), pool.reserved.query('SELECT 1')]);
    });
    await expect(ended?.query('SELECT 1')).rejects.toThrow('after calling end');
    await expect(ended?.reserved.query('SELECT 1')).rejects.toThrow('after calling end');
  });
});

describe('poolOf', () => {
  it('is the pool that a data source was given', () =>
    withPool({}, (pool) => {
      const driver = poolDriver(pool);
      expect(new driver.Pool()).toBe(pool);
      expect(poolOf({ options: { type: 'postgres', driver } })).toBe(pool);
      return Promise.resolve();
    }));

  it('needs one', () => {
    expect(() => poolOf({ options: { type: 'postgres' } })).toThrow('was not given a pool');
  });
});

describe('advisory locks', () => {
  it('have numbers that differ from each other', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('make one transaction wait for the end of the other', async () => {
    const executor = SqlExecutor.of(store.dataSource);
    const log: string[] = [];
    const [locked, othersDone] = [signal(), signal()];
    const lockAnd = (lock: AdvisoryLock, work: () => void | Promise<void>) =>
      executor.transaction(async (within) => {
        await lockUntilCommit(within, lock);
        await work();
      });
    const first = lockAnd('listings', async () => {
      locked.fire();
      await othersDone.fired;
      log.push('first');
    });
    await locked.fired;
    const second = lockAnd('listings', () => void log.push('second'));
    await lockAnd('agentSlugs', () => void log.push('of another lock'));
    othersDone.fire();
    await Promise.all([first, second]);
    expect(log).toEqual(['of another lock', 'first', 'second']);
  });

  it('of a session are held until they are given back with it', async () => {
    const [one, other] = [store.dataSource.createQueryRunner(), store.dataSource.createQueryRunner()];
    await lockSession(one, 'inbox');
    expect(await tryLockSession(other, 'inbox')).toBe(false);
    expect(await tryLockSession(other, 'demo')).toBe(true);
    for (const session of [one, other]) {
      await session.query('SELECT pg_advisory_unlock_all()');
      await session.release();
    }
  });
});

describe('the tag', () => {
  it('binds values and never writes them', async () => {
    const hostile = `'); DROP TABLE agents; --`;
    const [row] = await SqlExecutor.of(store.dataSource).queryRows(
      sql`SELECT ${hostile} AS said, ${raw('1 + 1')} AS two`,
    );
    expect(row).toEqual({ said: hostile, two: 2 });
  });
});

it('the service keeps its connections when nobody asks for a while', async () => {
  const executor = SqlExecutor.of(store.dataSource);
  const backend = async () => (await executor.queryRows(sql`SELECT pg_backend_pid() AS pid`))[0];
  const before = await backend();
  // By default the driver closes what was idle for ten seconds.
  await sleep(10_500);
  expect(await backend()).toEqual(before);
});
