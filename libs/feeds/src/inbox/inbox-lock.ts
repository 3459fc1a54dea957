import { setTimeout as sleep } from 'node:timers/promises';
import { inSession } from '@app/persistence';
import { tryLockSession } from '@app/sql';
import type { DataSource } from 'typeorm';

const PATIENCE_MS = 500;

/**
 * Runs `work` while this process holds the advisory lock of the inbox; a second process waits. `ensureHeld` throws when
 * the connection that holds the lock is lost, because another process may have taken it since. Returns undefined when
 * the signal aborts the wait.
 */
export async function withInboxLock<T>(
  dataSource: DataSource,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: () => void },
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  return inSession(dataSource, async (session) => {
    for (let isFirst = true; !(await tryLockSession(session, 'inbox')); isFirst = false) {
      if (isFirst) onWait();
      await sleep(PATIENCE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
    // The lock ends with the session.
    return work(async () => void (await session.query('SELECT 1')));
  });
}
