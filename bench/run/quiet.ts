import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Waits until the database does nothing: what a slow server was asked last may go on after nobody waits for it. */
export async function quiet(pool: Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await pool.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    if (rows[0]?.busy === 0) return;
    await sleep(50);
  }
}
