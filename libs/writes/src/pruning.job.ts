import { setTimeout as sleep } from 'node:timers/promises';
import { reportPrune } from '@app/metrics';
import { sql, tryLockUntilCommit, type AdvisoryLock, type Sql, type SqlExecutor } from '@app/sql';
import { RecurringJob } from './recurring.job.js';
import { ensureClock } from './server-clock.js';

const HOUR_MS = 3_600_000;
/** The pause between two transactions. */
const PAUSE_MS = 1_000;

/** The most rows that a statement deletes in a transaction. */
export const PRUNED_AT_ONCE = 5_000;

/** Deletes the oldest rows of a table. @param name its label in the log */
export const oldest = (table: Sql, at: Sql, age: Sql, condition = sql`true`): Sql => sql`
  DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} pruned WHERE ${at} <= clock_timestamp() - ${age} AND ${condition}
    ORDER BY ${at} LIMIT ${PRUNED_AT_ONCE}
  )) RETURNING 1`;

/** Rows that expire. */
export interface Expiring {
  /** The label in the metric. */
  readonly job: Parameters<typeof reportPrune>[0];
  /** Only one process at a time deletes them. */
  readonly lock: AdvisoryLock;
  /** A table that is missing before the first migration. */
  readonly table: string;
  /** Statements that delete at most `PRUNED_AT_ONCE` rows, by the name of the rows. */
  readonly statements: Readonly<Record<string, Sql>>;
}

/** Deletes expired rows, at the start and once an hour, and logs how many. */
export abstract class PruningJob extends RecurringJob {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly expiring: Expiring,
  ) {
    super(HOUR_MS, `Old rows were not deleted (${expiring.job})`);
  }

  override onApplicationBootstrap(): void {
    reportPrune(this.expiring.job, 0);
    void this.worker.start();
  }

  /** @throws OperatorError if the clock of the database has jumped */
  protected async work(): Promise<void> {
    const { signal } = this.worker;
    const counts = new Map<string, number>();
    while (await this.pruneSome(counts)) await sleep(PAUSE_MS, undefined, { signal, ref: false });
    const deleted = [...counts].filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
    if (deleted.length > 0) this.logger.log(`Expired rows were deleted: ${deleted.join(', ')}`);
    reportPrune(this.expiring.job);
  }

  /** Deletes some of the oldest rows. @returns whether there may be more */
  private pruneSome(counts: Map<string, number>): Promise<boolean> {
    const { table, lock, statements } = this.expiring;
    return this.executor.transaction(async (executor) => {
      const [there] = await executor.query(sql`SELECT WHERE to_regclass(${table}) IS NOT NULL`);
      if (!there || !(await tryLockUntilCommit(executor, lock))) return false;
      await ensureClock(executor);
      let isMore = false;
      for (const [name, statement] of Object.entries(statements)) {
        const { length } = await executor.execute(statement);
        counts.set(name, (counts.get(name) ?? 0) + length);
        isMore ||= length === PRUNED_AT_ONCE;
      }
      return isMore;
    });
  }
}
