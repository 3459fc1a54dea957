import { OperatorError } from '@app/process';
import { raw, sql, tryLockUntilCommit, type AdvisoryLock, type Sql, type SqlExecutor } from '@app/sql';

/** The most rows of a table that are deleted in a transaction. */
const AT_A_TIME = 5_000;

/** Clocks of two hosts differ by seconds. */
const MOST_DIFFERENCE_MS = 3_600_000;
const HOUR_MS = 3_600_000;

/** Rows of a table that expire. */
export interface Expiring {
  readonly table: string;
  /** The column with the time from which the days count. */
  readonly at: string;
  readonly days: number;
  /** Only these rows of the table, named `expired`. */
  readonly condition?: Sql;
}

/** The time by a clock that no operator sets: the start of this process, and what has passed since. */
const steadyNow = (): number => performance.timeOrigin + performance.now();

/**
 * Compares the clock of the database with the steady clock of this process: a jump would make rows expire that are not
 * old.
 * @throws OperatorError if they differ by more than an hour
 */
export async function ensureClock(executor: SqlExecutor, now = steadyNow()): Promise<void> {
  const [row] = await executor.query<{ ms: number }>(
    sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
  );
  const ahead = (row?.ms ?? now) - now;
  if (Math.abs(ahead) <= MOST_DIFFERENCE_MS) return;
  const difference = `${Math.round(Math.abs(ahead) / HOUR_MS)} hours ${ahead > 0 ? 'ahead of' : 'behind'}`;
  throw new OperatorError(
    `The clock of the database is ${difference} the clock of this process: nothing is deleted. Correct the clock, or ` +
      'restart the process if the database is right',
  );
}

/**
 * Deletes some of the oldest expired rows, in one process at a time. Rows that another transaction holds are skipped.
 * @param counts the deleted rows by their name, which are added to
 * @returns whether there may be more
 * @throws OperatorError if the clock of the database has jumped
 */
export function deleteExpired(
  executor: SqlExecutor,
  lock: AdvisoryLock,
  rows: Readonly<Record<string, Expiring>>,
  counts: Map<string, number>,
): Promise<boolean> {
  return executor.transaction(async (within) => {
    // The tables do not exist before the first migration.
    const tables = Object.values(rows).map(({ table }) => table);
    const missing = await within.query(sql`SELECT FROM unnest(${tables}::text[]) name WHERE to_regclass(name) IS NULL`);
    if (missing.length > 0 || !(await tryLockUntilCommit(within, lock))) return false;
    await ensureClock(within);
    let isMore = false;
    for (const [name, { table, at, days, condition = sql`true` }] of Object.entries(rows)) {
      const { length } = await within.execute(sql`
        DELETE FROM ${raw(table)} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${raw(table)} expired
          WHERE ${raw(at)} <= clock_timestamp() - ${days}::int * interval '1 day' AND ${condition}
          ORDER BY ${raw(at)} LIMIT ${AT_A_TIME} FOR UPDATE SKIP LOCKED
        )) RETURNING 1`);
      counts.set(name, (counts.get(name) ?? 0) + length);
      isMore ||= length === AT_A_TIME;
    }
    return isMore;
  });
}
