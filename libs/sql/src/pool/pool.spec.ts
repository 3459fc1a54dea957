import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../../test/support/store.js';
import { ADVISORY_LOCKS, lockSession, lockUntilCommit, tryLockSession, type AdvisoryLock } from '../advisory-locks.js';
import { SqlExecutor } from '../sql-executor.js';
import { raw, sql } from '../tag.js';
import { DividedPool, type DividedPoolConfig } from './divided-pool.js';
import { Gate } from './gate.js';
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

describe('Gate', () => {
  it('admits a limited number at a time, the others in the order of their arrival', async () => {
    const gate = new Gate(2, 1000);
    const entered: number[] = [];
    const ends = Array.from({ length: 5 }, signal);
    const passes = ends.map(({ fired }, at) =>
      gate.pass(async () => {
        entered.push(at);
        await fired;
      }),
    );
    await sleep(0);
    expect(entered).toEqual([0, 1]);
    ends[1]?.fire();
    await sleep(0);
    expect(entered).toEqual([0, 1, 2]);
    for (const { fire } of ends) fire();
    await Promise.all(passes);
    expect(entered).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives a place back when the work fails', async () => {
    const gate = new Gate(1, 50);
    const failing = () => gate.pass(() => Promise.reject(new Error('on purpose')));
    await expect(failing()).rejects.toThrow('on purpose');
    await expect(failing()).rejects.toThrow('on purpose');
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('gives a place back when the work throws at once', async () => {
    const gate = new Gate(1, 50);
    const throwing = gate.pass(() => {
      throw new Error('at once');
    });
    await expect(throwing).rejects.toThrow('at once');
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });

  it('rejects who waits too long, and keeps no place for them', async () => {
    const gate = new Gate(1, 20);
    const { fire, fired } = signal();
    const long = gate.pass(() => fired);
    await expect(gate.pass(() => Promise.resolve())).rejects.toThrow('timeout exceeded when trying to connect');
    fire();
    await long;
    expect(await gate.pass(() => Promise.resolve('in'))).toBe('in');
  });
});

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

  it('keeps connections for lists from what reads snapshots', () =>
    withPool({ queueTimeoutMillis: 20, max: 10 }, async (pool) => {
      const { fire, fired } = signal();
      const reading = [1, 2].map(() => pool.snapshots.pass(() => fired));
      await expect(pool.snapshots.pass(() => Promise.resolve())).rejects.toThrow('timeout exceeded');
      fire();
      await Promise.all(reading);
      expect(await pool.snapshots.pass(() => Promise.resolve('in'))).toBe('in');
    }));

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
