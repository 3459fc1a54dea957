import { inTime } from '@app/process';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

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
