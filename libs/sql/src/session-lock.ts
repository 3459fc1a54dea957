import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockSession, type AdvisoryLock } from './advisory-locks.js';
import type { DataSource } from 'typeorm';
import { inSession } from './session.js';

const RETRY_MS = 500;

interface Waiting {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when another process holds the lock. */
  readonly onWait: () => void;
}

/**
 * Runs `work` while this process holds an advisory lock; a second process waits. `ensureHeld` throws when the connection that
 * holds the lock is lost, because another process may have taken it since. Returns undefined when the signal aborts the
 * wait.
 */
export async function withSessionLock<T>(
  dataSource: DataSource,
  lock: AdvisoryLock,
  { signal, onWait }: Waiting,
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  return inSession(dataSource, async (session) => {
    for (let isFirst = true; !(await tryLockSession(session, lock)); isFirst = false) {
      if (isFirst) onWait();
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
    // The lock ends with the session.
    return work(async () => void (await session.query('SELECT 1')));
  });
}
