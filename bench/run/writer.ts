import type { Pool } from 'pg';
import type { Cleanup } from '../cleanup.js';
import { CALLER_ACCESS_KEY } from '../directory/caller.js';

/** A commit that changes no answer, and no ETag that is made of rows. */
const CHANGE = 'UPDATE credentials SET created_at = created_at WHERE access_key = $1';

/** Commits so many transactions a second until the end: what the service has remembered is then soon out of date. */
export function startWriter(pool: Pool, commits: number, cleanup: Cleanup): void {
  if (commits === 0) return;
  let underway: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A commit that fails is no reason to end; the pool's next one will tell.
    underway = underway.then(() => pool.query(CHANGE, [CALLER_ACCESS_KEY])).catch(() => undefined);
  }, 1000 / commits);
  cleanup.add(async () => {
    clearInterval(timer);
    await underway;
  });
}
