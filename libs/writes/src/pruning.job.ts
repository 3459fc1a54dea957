import { setTimeout as sleep } from 'node:timers/promises';
import { reportPrune } from '@app/metrics';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const HOUR_MS = 3_600_000;
/** Between two transactions. */
const PAUSE_MS = 1_000;

/** Deletes what is old, at the start and once an hour. */
export abstract class PruningJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private pruning = Promise.resolve();

  /**
   * @param job as the metric names it
   * @param rows what is deleted, in words
   * @param pruneSome deletes some of the oldest in a transaction; answers whether there may be more
   */
  constructor(
    private readonly job: Parameters<typeof reportPrune>[0],
    private readonly rows: string,
    private readonly pruneSome: () => Promise<boolean>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), HOUR_MS).unref();
    reportPrune(this.job, 0);
    void this.prune();
  }

  /** Waits for the transaction that runs. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort();
    await this.pruning;
  }

  /** A failure is no fault of a request: the next hour tries again. */
  prune(): Promise<void> {
    this.pruning = this.pruneAll().catch((error: unknown) => {
      if (!this.ending.signal.aborted) this.logger.warn(`Old ${this.rows} were not deleted: ${String(error)}`);
    });
    return this.pruning;
  }

  private async pruneAll(): Promise<void> {
    while (await this.pruneSome()) {
      await sleep(PAUSE_MS, undefined, { signal: this.ending.signal, ref: false });
    }
    reportPrune(this.job);
  }
}
