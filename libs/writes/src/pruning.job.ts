import { setTimeout as sleep } from 'node:timers/promises';
import { reportPrune } from '@app/config';
import { RecurringJob } from './recurring.job.js';

const HOUR_MS = 3_600_000;
/** Between two transactions. */
const PAUSE_MS = 1_000;

/** Deletes what is old, at the start and once an hour. */
export abstract class PruningJob extends RecurringJob {
  /**
   * @param job as the metric names it
   * @param rows what is deleted, in words
   * @param pruneSome deletes some of the oldest in a transaction; answers whether there may be more
   */
  constructor(
    private readonly job: Parameters<typeof reportPrune>[0],
    rows: string,
    private readonly pruneSome: () => Promise<boolean>,
  ) {
    super(HOUR_MS, `Old ${rows} were not deleted`);
  }

  override onApplicationBootstrap(): void {
    void super.onApplicationBootstrap();
    reportPrune(this.job, 0);
    void this.run();
  }

  protected async work(): Promise<void> {
    while (await this.pruneSome()) {
      await sleep(PAUSE_MS, undefined, { signal: this.ending.signal, ref: false });
    }
    reportPrune(this.job);
  }
}
