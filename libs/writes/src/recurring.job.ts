import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '@app/process';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { reportPrune } from '@app/metrics';

/** A database that does not answer does not hold up the end. */
const LAST_MS = 1_000;

/** Works at intervals, while the service runs. */
export abstract class RecurringJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  protected readonly worker: Worker;

  /** @param subject the beginning of the line about a failed round; undefined: an outage, which others report */
  constructor(
    private readonly intervalMs: number,
    subject?: string,
  ) {
    const fault = subject === undefined ? 'silent' : { subject, warn: (line: string) => this.logger.warn(line) };
    this.worker = new Worker(() => this.work(), { restMs: intervalMs, fault });
  }

  onApplicationBootstrap(): Promise<void> | void {
    void this.worker.start(this.intervalMs);
  }

  /** Waits for what is under way. */
  beforeApplicationShutdown(): Promise<void> {
    return this.worker.end(LAST_MS);
  }

  /** Works now; a fault is logged. */
  async run(): Promise<void> {
    await this.worker.attempt();
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
    reportPrune(this.job, 0);
    void this.worker.start();
  }

  protected async work(): Promise<void> {
    const { signal } = this.worker;
    while (await this.pruneSome()) await sleep(PAUSE_MS, undefined, { signal, ref: false });
    reportPrune(this.job);
  }
}
