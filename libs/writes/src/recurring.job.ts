import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '@app/process';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { reportPrune } from '@app/config';

/** A database that does not answer does not hold up the end. */
const LAST_MS = 1_000;

/** Works at intervals, while the service runs. */
export abstract class RecurringJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  protected readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private working = Promise.resolve();

  /**
   * @param failure what was not done, in words, if it fails: that is no fault of a request, and the next time it tries
   *   again. Undefined: an outage, which others report.
   */
  constructor(
    private readonly intervalMs: number,
    private readonly failure?: string,
  ) {}

  onApplicationBootstrap(): Promise<void> | void {
    this.timer = setInterval(() => void this.run(), this.intervalMs).unref();
  }

  /** Waits for what is under way. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort();
    await inTime(LAST_MS, this.working, () => undefined);
  }

  run(): Promise<void> {
    this.working = this.work().catch((error: unknown) => {
      if (this.failure && !this.ending.signal.aborted) this.logger.warn(`${this.failure}: ${String(error)}`);
    });
    return this.working;
  }

  protected abstract work(): Promise<void>;
}

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
