/** Something that must not happen. */
export interface Fault {
  /** Milliseconds since the start of the run. */
  readonly at: number;
  readonly kind: string;
  readonly what: string;
  /** Of the request, as the log of the service has it. */
  readonly requestID: string;
}

/** How long after a restart a request may still fail. */
const AFTER_MS = 1_000;

/** The faults of a run, and the times in which requests may fail: while the database restarts, and a second longer. */
export class Faults {
  readonly list: Fault[] = [];
  /** Failed requests that a restart excuses. */
  excused = 0;
  private readonly outages: { readonly from: number; to: number }[] = [];

  private started = performance.now();

  /** From now on the time of the run is counted. */
  begin(): void {
    this.started = performance.now();
  }

  get now(): number {
    return performance.now() - this.started;
  }

  async during(restart: () => Promise<unknown>): Promise<void> {
    const outage = { from: this.now, to: Infinity };
    this.outages.push(outage);
    await restart();
    outage.to = this.now + AFTER_MS;
  }

  add(kind: string, what: string, requestID = ''): void {
    this.list.push({ at: this.now, kind, what, requestID });
  }

  /** A request that failed; a restart excuses those that were under way in its time. */
  addFailure(since: number, kind: string, what: string, requestID = ''): void {
    if (this.outages.some(({ from, to }) => since <= to && this.now >= from)) this.excused += 1;
    else this.add(kind, what, requestID);
  }
}
