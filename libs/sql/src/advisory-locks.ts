import type { QueryRunner } from 'typeorm';
import type { SqlExecutor } from './sql-executor.js';
import { sql } from './tag.js';

/** The advisory locks of the service in a database. The numbers are arbitrary, and differ from each other. */
export const ADVISORY_LOCKS = {
  /** One process brings the schema up to date. */
  migrations: 7_310_001,
  /** Slugs of agents are chosen one after the other: each looks at those that exist. */
  agentSlugs: 7_310_002,
  /** Writers of listings follow one another (ADR 10). */
  listings: 7_310_003,
  /** One process fills the store with the demo directory. */
  demo: 7_310_004,
  /** One process takes the files of the inbox. */
  inbox: 7_310_005,
} as const;

/** The name of a lock. */
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** Waits for a lock and holds it until the transaction ends. @param executor inside a transaction */
export async function lockUntilCommit(executor: SqlExecutor, lock: AdvisoryLock): Promise<void> {
  await executor.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`);
}

/** Waits for a lock and holds it until the session ends. The session must be one that no pooler shares. */
export async function lockSession(session: QueryRunner, lock: AdvisoryLock): Promise<void> {
  await session.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS[lock]]);
}

/** Takes a lock until the session ends, unless another session has it. @returns whether it was taken */
export async function tryLockSession(session: QueryRunner, lock: AdvisoryLock): Promise<boolean> {
  const [row] = (await session.query('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCKS[lock]])) as [
    { taken: boolean }, // the function gives one row
  ];
  return row.taken;
}
