import { setTimeout as sleep } from 'node:timers/promises';
import { inSession } from '@app/database';
import type { DataSource } from 'typeorm';

/** Any number that no other lock of the service uses. */
const INBOX_LOCK = 7_310_005;
const PATIENCE_MS = 500;

/**
 * Runs `work` while this process holds the advisory lock of the inbox; a second process waits. `ensureHeld` throws when the connection that
 * holds the lock is lost, because another process may have taken it since. Returns undefined when the signal aborts the wait.
 */
export async function asTheOnlyInbox<T>(
  dataSource: DataSource,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: () => void },
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  return inSession(dataSource, async (session) => {
    const take = async () => {
      const [{ taken }] = (await session.query('SELECT pg_try_advisory_lock($1) AS taken', [INBOX_LOCK])) as [
        { taken: boolean },
      ];
      return taken;
    };
    for (let isFirst = true; !(await take()); isFirst = false) {
      if (isFirst) onWait();
      await sleep(PATIENCE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
    // The lock ends with the session.
    return work(async () => void (await session.query('SELECT 1')));
  });
}
