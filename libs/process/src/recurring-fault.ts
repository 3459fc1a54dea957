import { faultLine } from './fault-line.js';

/** A fault of work that is tried again and again: it is logged once for the same reason, until the work succeeds. */
export class RecurringFault {
  private logged = '';

  /** @param subject the beginning of its line, such as "Feeds wait" */
  constructor(
    private readonly subject: string,
    private readonly warn: (line: string) => void,
  ) {}

  /** The work has failed. */
  occurred(error: unknown): void {
    const line = `${this.subject}: ${faultLine(error) ?? String(error)}`;
    if (line !== this.logged) this.warn(line);
    this.logged = line;
  }

  /** The work has succeeded. */
  ended(): void {
    this.logged = '';
  }
}
