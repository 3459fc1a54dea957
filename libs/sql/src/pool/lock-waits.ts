import type { Pool } from 'pg';

/**
 * Tables that others lock, and sessions that block one of ours. A table lock that many readers share blocks nobody. The
 * state of sessions of other roles is visible with `pg_read_all_stats`.
 */
const HOLDERS = `
  SELECT format('%s is locked by process %s (%s)', coalesce(string_agg(part, ', '), 'a row or table'), pid,
    concat_ws(', ', coalesce(nullif(application_name, ''), usename, backend_type),
      state || to_char(state_change AT TIME ZONE 'UTC', '" since "YYYY-MM-DD"T"HH24:MI:SS"Z"'))) AS line
  FROM (
    SELECT pid, relation::regclass::text AS part FROM pg_locks
    WHERE locktype = 'relation' AND granted AND relation >= 16384 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    UNION SELECT blocker, NULL FROM pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) blocker
    WHERE waiting.datname = current_database() AND waiting.usename = current_user AND waiting.wait_event_type = 'Lock'
  ) held JOIN pg_stat_activity USING (pid)
  WHERE pid <> pg_backend_pid()
  GROUP BY pid, application_name, usename, backend_type, state, state_change ORDER BY 1 LIMIT 3`;

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Errors of statements that waited too long: lock_timeout and statement_timeout. */
const WAITED = new Set(['55P03', '57014']);
/** Messages of the driver and of gates. */
const NO_CONNECTION = /timeout exceeded when trying to connect/;
/** Concurrent failures share an answer. */
const SHARED_MS = 1_000;

/** Names the sessions that hold locks, so that the log tells why a statement waited. */
export class LockWaits {
  private lines: Promise<string[]> = Promise.resolve([]);
  private readAt = -Infinity;

  /** @param pool whose connections are not occupied by waiting statements */
  constructor(private readonly pool: Pool) {}

  /** Adds the holders of locks to the message of an error; returns other errors unchanged. */
  async explain(error: unknown): Promise<unknown> {
    if (!(error instanceof Error) || !hasWaited(error)) return error;
    const holders = await this.holders();
    if (holders.length > 0) error.message = `${error.message}: ${holders.join('; ')}`;
    return error;
  }

  /**
   * Example: "agents is locked by process 4711 (psql, idle in transaction since 2026-01-15T03:04:05Z)". Empty if no
   * session holds a lock, or the server does not respond.
   */
  holders(): Promise<string[]> {
    const now = performance.now();
    if (now - this.readAt < SHARED_MS) return this.lines;
    this.readAt = now;
    this.lines = this.read();
    return this.lines;
  }

  private async read(): Promise<string[]> {
    try {
      const { rows } = await this.pool.query<{ line: string }>(HOLDERS);
      return rows.map(({ line }) => line);
    } catch {
      return [];
    }
  }
}

const hasWaited = (error: Error): boolean =>
  ('code' in error && WAITED.has(String(error.code))) || NO_CONNECTION.test(error.message);
