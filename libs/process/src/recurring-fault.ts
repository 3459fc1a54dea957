import { faultLine } from './fault-line.js';

/** A fault of work that is tried again and again: it is logged once for the same reason, until the work succeeds. */
export class RecurringFault {
  private logged = '';

  /** @param what waits, as its line begins */
  constructor(
    private readonly what: string,
    private readonly warn: (line: string) => void,
  ) {}

  /** The work has failed. */
  occurred(error: unknown): void {
    const line = `${this.what}: ${faultLine(error) ?? String(error)}`;
    if (line !== this.logged) this.warn(line);
    this.logged = line;
  }

  /** The work has succeeded. */
  ended(): void {
    this.logged = '';
  }
}
