import { setTimeout as sleep } from 'node:timers/promises';
import { reportPrune } from '@app/metrics';
import type { AdvisoryLock, SqlExecutor } from '@app/sql';
import { deleteExpired, type Expiring } from './expired-rows.writer.js';
import { RecurringJob } from './recurring.job.js';

const HOUR_MS = 3_600_000;
/** The pause between two transactions. */
const PAUSE_MS = 1_000;

/** The rows that a job deletes. */
interface Pruning {
  /** The label in the metric. */
  readonly job: Parameters<typeof reportPrune>[0];
  /** Only one process at a time deletes them. */
  readonly lock: AdvisoryLock;
  /** By their name in the log. */
  readonly rows: Readonly<Record<string, Expiring>>;
}

/** Deletes expired rows, at the start and once an hour, and logs how many. */
export abstract class PruningJob extends RecurringJob {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly pruning: Pruning,
  ) {
    super(HOUR_MS, `Old rows were not deleted (${pruning.job})`);
  }

  override onApplicationBootstrap(): void {
    reportPrune(this.pruning.job, 0);
    void this.worker.start();
  }

  protected async work(): Promise<void> {
    const { job, lock, rows } = this.pruning;
    const { signal } = this.worker;
    const counts = new Map<string, number>();
    while (await deleteExpired(this.executor, lock, rows, counts))
      await sleep(PAUSE_MS, undefined, { signal, ref: false });
    const deleted = [...counts].filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
    if (deleted.length > 0) this.logger.log(`Expired rows were deleted: ${deleted.join(', ')}`);
    reportPrune(job);
  }
}
