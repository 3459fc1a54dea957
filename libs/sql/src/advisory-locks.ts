import type { QueryRunner } from 'typeorm';
import type { SqlExecutor } from './sql-executor.js';
import { join, sql } from './tag.js';

/** The advisory locks of the service in a database. The numbers are arbitrary but different. */
export const ADVISORY_LOCKS = {
  /** One process applies migrations at a time. */
  migrations: 7_310_001,
  /** Slugs of agents of an account are chosen one at a time, because each must differ from the existing ones. */
  agentSlugs: 7_310_002,
  /** Writers of listings wait for each other (ADR 10). */
  listings: 7_310_003,
  /** One process fills the database with the demo directory. */
  demo: 7_310_004,
  /** One process moves the files of the inbox. */
  inbox: 7_310_005,
  /** Changes are recorded when the rows that they depend on stand still: shared, or alone by who changes such rows (ADR 19). */
  changes: 7_310_006,
  /** One process makes and drops the days of the log of changes. */
  changeDays: 7_310_007,
  /** A credential has one export under way at a time: it is the holder. */
  exports: 7_310_008,
  /** One request with an idempotency key runs at a time: its credential and its key are the holder. */
  idempotency: 7_310_009,
  /** One process deletes what writes have left behind long ago. */
  writeTraces: 7_310_010,
  /** The processes that use the embedded server hold it shared, in the database `postgres`. */
  embeddedServerUsers: 7_310_012,
  /** One of these processes makes the role and the database of the service. */
  embeddedServerDatabase: 7_310_013,
  /** One process imports the feeds of the queue. */
  sentFeeds: 7_310_014,
  /** The agentIDs of feeds are given to accounts one account at a time, because each is of one. */
  feedAgentIDs: 7_310_015,
  /** One process deletes old enquiries. */
  oldEnquiries: 7_310_017,
} as const;

/** The name of a lock. */
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/**
 * Waits for a lock and holds it until the transaction ends.
 *
 * @param executor inside a transaction
 * @param holders different ones do not exclude each other; absent: everybody excludes everybody
 */
export async function lockUntilCommit(
  executor: SqlExecutor,
  lock: AdvisoryLock,
  holders?: readonly number[],
): Promise<void> {
  const number = ADVISORY_LOCKS[lock];
  if (!holders) return void (await executor.execute(sql`SELECT pg_advisory_xact_lock(${number})`));
  // In one order: who takes several does not wait for somebody who waits for it.
  const inOrder = [...new Set(holders)].sort((a, b) => a - b);
  await executor.execute(sql`SELECT pg_advisory_xact_lock(${number}, holder) FROM unnest(${inOrder}::int[]) holder`);
}

/**
 * Waits for a lock, at most so many milliseconds, and holds it until the transaction ends.
 *
 * @param holder different ones rarely exclude each other
 * @throws the error 55P03 of PostgreSQL when it took too long
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
 * Tries to take a lock until the transaction ends. @param holder different ones do not exclude each other
 *
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
