import { setTimeout as sleep } from 'node:timers/promises';
import { inSession } from '@app/database';
import type { DataSource } from 'typeorm';

/** Any number that no other lock of the service uses. */
const INBOX_LOCK = 7_310_005;
const PATIENCE_MS = 500;

/**
 * Works while no other inbox of the same database does; another waits. `ensureHeld` throws when the connection that holds
 * the lock is gone, for then somebody else may have it. Undefined when the signal came first.
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
    // The lock goes with its session.
    return work(async () => void (await session.query('SELECT 1')));
  });
}
