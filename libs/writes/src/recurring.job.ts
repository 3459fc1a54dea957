import { Worker } from '@app/process';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

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
