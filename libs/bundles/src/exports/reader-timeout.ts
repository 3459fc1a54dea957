import type { Settings } from '@app/config';

/**
 * Limits the time to wait for the client of an export: each wait by a number of seconds, and all waits together by the
 * time that its lines take at the lowest rate. So the maximum duration of an export's snapshot follows from its size.
 */
export class ReaderTimeout {
  private waitedSeconds = 0;
  private lines = 0;

  constructor(private readonly settings: Pick<Settings, 'exportStallSeconds' | 'exportLinesPerSecond'>) {}

  /** Counts lines handed over. */
  sent(lines: number): void {
    this.lines += lines;
  }

  /** Counts the time of a wait. */
  waited(seconds: number): void {
    this.waitedSeconds += seconds;
  }

  /** The remaining time of a wait, and the reason for aborting afterwards. */
  left(): { readonly seconds: number; readonly reason: string } {
    const { exportStallSeconds: stall, exportLinesPerSecond: rate } = this.settings;
    const inAll = stall + this.lines / rate - this.waitedSeconds;
    return inAll < stall
      ? { seconds: Math.max(0, inAll), reason: `The client read less than ${rate} lines a second` }
      : { seconds: stall, reason: `The client read nothing for ${stall} s` };
  }
}
