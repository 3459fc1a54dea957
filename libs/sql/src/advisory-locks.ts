import type { QueryRunner } from 'typeorm';
import type { SqlExecutor } from './sql-executor.js';
import { join, sql } from './tag.js';

/** The advisory locks of the service. The numbers are arbitrary but distinct. */
export const ADVISORY_LOCKS = {
  /** Only one process at a time applies migrations. */
  migrations: 7_310_001,
  /** Slugs of agents of an account are chosen one at a time, because each must differ from the existing ones. */
  agentSlugs: 7_310_002,
  /** Writers of listings wait for each other (ADR 8). */
  listings: 7_310_003,
  /** Only one process fills the database with the demo directory. */
  demo: 7_310_004,
  /** Only one process moves the files of the inbox. */
  inbox: 7_310_005,
  /**
   * Writers hold it in shared mode while they log changes; a writer of rows that log entries depend on holds it
   * exclusively (ADR 14).
   */
  changes: 7_310_006,
  /** Only one process creates and drops the partitions of the change log. */
  changeDays: 7_310_007,
  /** Only one export runs per credential; the holder is the credential id. */
  exports: 7_310_008,
  /** Only one request runs per idempotency key; the holder is derived from credential and key. */
  idempotency: 7_310_009,
  /** Only one process deletes old audit entries and idempotent responses. */
  writeTraces: 7_310_010,
  /** Held in shared mode, in the database `postgres`, by the processes that use the embedded server. */
  embeddedServerUsers: 7_310_012,
  /** Only one of these processes creates the role and database of the service. */
  embeddedServerDatabase: 7_310_013,
  /** Only one process imports the feeds of the queue. */
  sentFeeds: 7_310_014,
  /** Accounts get their feed agentIDs one account at a time, because an agentID belongs to one account. */
  feedAgentIDs: 7_310_015,
  /** Only one process deletes old enquiries. */
  oldEnquiries: 7_310_017,
  /** Searches of an owner are saved one at a time, so that the limit counts all of them; the holder is the owner. */
  searches: 7_310_018,
  /** Only one process deletes old searches. */
  oldSearches: 7_310_019,
  /** Only one process deletes old runs of feeds. */
  oldFeeds: 7_310_020,
} as const;

export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/**
 * Waits for a lock, without a limit other than the statement timeout, and holds it until the transaction ends. An import
 * may hold it for minutes, longer than `lock_timeout`.
 * @param executor inside a transaction
 * @param holders different holders do not exclude each other; absent: the transaction excludes all others
 */
export async function lockUntilCommit(
  executor: SqlExecutor,
  lock: AdvisoryLock,
  holders?: readonly number[],
): Promise<void> {
  const number = ADVISORY_LOCKS[lock];
  // Sorted, so that two transactions never deadlock.
  const inOrder = holders && [...new Set(holders)].sort((a, b) => a - b);
  const taking = inOrder
    ? sql`(SELECT count(pg_advisory_xact_lock(${number}, holder)) FROM unnest(${inOrder}::int[]) holder)`
    : sql`pg_advisory_xact_lock(${number})`;
  await executor.execute(sql`
    WITH taken AS MATERIALIZED (
      SELECT current_setting('lock_timeout') AS before, set_config('lock_timeout', '0', true), ${taking}
    )
    SELECT set_config('lock_timeout', before, true) FROM taken`);
}

/**
 * Waits for a lock until a timeout, and holds it until the transaction ends.
 * @param holder is hashed, so that different holders rarely exclude each other
 * @throws the PostgreSQL error 55P03 after the timeout
 */
export async function lockHolderUntilCommit(
  executor: SqlExecutor,
  lock: AdvisoryLock,
  holder: string,
  timeoutMs: number,
): Promise<void> {
  const [row] = await executor.execute<{ before: string }>(sql`
    SELECT current_setting('lock_timeout') AS before, set_config('lock_timeout', ${String(timeoutMs)}, true),
      pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}, hashtext(${holder}))`);
  await executor.execute(sql`SELECT set_config('lock_timeout', ${row?.before}, true)`);
}

/**
 * Tries to take a lock until the transaction ends.
 * @param holder different holders do not exclude each other
 * @returns false if another transaction holds it
 */
export async function tryLockUntilCommit(executor: SqlExecutor, lock: AdvisoryLock, holder?: number): Promise<boolean> {
  const numbers = holder === undefined ? [ADVISORY_LOCKS[lock]] : [ADVISORY_LOCKS[lock], holder];
  const rows = await executor.execute(
    sql`SELECT FROM (SELECT pg_try_advisory_xact_lock(${join(numbers)}) AS taken) attempt WHERE taken`,
  );
  return rows.length > 0;
}

/** Waits for a lock and holds it until the session ends. The session must not be shared by a connection pooler. */
export async function lockSession(session: QueryRunner, lock: AdvisoryLock): Promise<void> {
  await session.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS[lock]]);
}

/** Tries to take a lock until the session ends. @returns false if another session holds it */
export async function tryLockSession(session: QueryRunner, lock: AdvisoryLock): Promise<boolean> {
  const [row] = (await session.query('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCKS[lock]])) as [
    { taken: boolean }, // the function returns one row
  ];
  return row.taken;
}
