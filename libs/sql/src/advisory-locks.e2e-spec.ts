import { describe, expect, it } from 'vitest';
import { specStore } from '@testing';
import { ADVISORY_LOCKS, lockSession, lockUntilCommit, tryLockSession, type AdvisoryLock } from './advisory-locks.js';
import { SqlExecutor } from './sql-executor.js';

const store = specStore();

/** A promise that transactions wait for, and the function that resolves it. */
function signal() {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return { fire, fired };
}

describe('advisory locks', () => {
  it('have distinct numbers', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('make one transaction wait for the other', async () => {
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

  it('of a session are held until the session is returned', async () => {
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
