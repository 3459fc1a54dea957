import { RecurringFault } from './fault-line.js';
import { inTime } from './in-time.js';

interface WorkerOptions {
  /** The pause between two rounds in milliseconds, unless a round returns another one. */
  readonly restMs: number | (() => number);
  /**
   * Logs failed rounds, which are repeated: a line for each new reason, until a round succeeds. If absent, a failed
   * round ends the work.
   */
  readonly fault?: { readonly subject: string; readonly warn: (line: string) => void } | 'silent';
}

/** Repeats rounds of background work, one at a time, until it is ended. */
export class Worker {
  private readonly stopping = new AbortController();
  private readonly fault: RecurringFault | undefined;
  /** Ends the current pause. */
  private endRest = (): void => undefined;
  /** Whether `wake` was called since the last round began. */
  private isAwake = false;
  private current: Promise<unknown> = Promise.resolve();
  private working: Promise<void> = Promise.resolve();

  /** @param work a round; may return the pause after it, in milliseconds */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<number | void>,
    private readonly options: WorkerOptions,
  ) {
    const { fault } = options;
    if (fault && fault !== 'silent') this.fault = new RecurringFault(fault.subject, fault.warn);
  }

  /** Aborted when the work must end. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Begins the rounds. @param restMs the pause before the first one @returns when the work has ended; rejects if a
   * fault ends it
   */
  start(restMs = 0): Promise<void> {
    this.working = this.repeat(restMs);
    return this.working;
  }

  /** Begins the next round now. */
  wake(): void {
    this.isAwake = true;
    this.endRest();
  }

  /** Runs a round after the current one, even before the start. @throws the error of the round */
  round(): Promise<number | void> {
    const round = this.current.then(() => this.work(this.signal));
    this.current = round.catch(() => undefined);
    return round;
  }

  /** Ends the work. @param ms how long to wait for the current round */
  async end(ms: number): Promise<void> {
    this.stopping.abort();
    this.endRest();
    await inTime(ms, Promise.all([this.working.catch(() => undefined), this.current]), () => undefined);
  }

  private async repeat(restMs: number): Promise<void> {
    if (restMs > 0) await this.rest(restMs);
    while (!this.signal.aborted) {
      this.isAwake = false;
      const rest = await this.attempt();
      if (!this.isAwake && !this.signal.aborted) await this.rest(rest ?? this.usualRest);
    }
  }

  /** Runs a round and logs its fault. @throws faults that end the work */
  async attempt(): Promise<number | void> {
    try {
      const rest = await this.round();
      this.fault?.ended();
      return rest;
    } catch (error) {
      if (!this.options.fault) throw error;
      if (!this.signal.aborted) this.fault?.occurred(error);
    }
  }

  private get usualRest(): number {
    const { restMs } = this.options;
    return typeof restMs === 'number' ? restMs : restMs();
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
