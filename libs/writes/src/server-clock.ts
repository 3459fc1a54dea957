import { OperatorError } from '@app/process';
import { sql, type SqlExecutor } from '@app/sql';

/** Clocks of two hosts differ by seconds. */
const MOST_DIFFERENCE_MS = 3_600_000;
const HOUR_MS = 3_600_000;

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
