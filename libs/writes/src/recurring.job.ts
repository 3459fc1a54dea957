import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '@app/process';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { reportPrune } from '@app/config';

/** How long a shutdown waits for a round: a database that does not answer must not delay it. */
const LAST_MS = 1_000;

/** A job that runs at intervals while the service runs. */
export abstract class RecurringJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  protected readonly worker: Worker;

  /**
   * @param subject the start of the log line about a failed round; undefined: outages are not logged, because others
   * report them
   */
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

  /** Waits for the current round. */
  beforeApplicationShutdown(): Promise<void> {
    return this.worker.end(LAST_MS);
  }

  /** Runs a round now; errors are logged. */
  async run(): Promise<void> {
    await this.worker.attempt();
  }

  protected abstract work(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** The pause between two transactions. */
const PAUSE_MS = 1_000;

/** Deletes expired rows, at the start and once an hour. */
export abstract class PruningJob extends RecurringJob {
  /**
   * @param job its label in the metric
   * @param rows the name of the deleted rows
   * @param pruneSome deletes some of the oldest rows in a transaction; returns whether there may be more
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
