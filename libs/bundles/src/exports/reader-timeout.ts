import type { Settings } from '@app/config';

/** Minimum time that a stalled client keeps its slot while others wait. */
const LEAST_SECONDS = 5;
/**
 * The kernel reports free space in a socket when a third of its send buffer is free; on Linux the buffer has 4 MB. A
 * client that reads fewer bytes seems to read nothing.
 */
const STEP_BYTES = 2 * 1024 * 1024;

/**
 * Limits the time to wait for the client of an export: each wait by a number of seconds, and all waits together by the
 * time that its lines take at the lowest rate. So the maximum duration of an export's snapshot follows from its size.
 */
export class ReaderTimeout {
  private waitedSeconds = 0;
  private lines = 0;
  private bytes = 0;

  constructor(private readonly settings: Pick<Settings, 'exportStallSeconds' | 'exportLinesPerSecond'>) {}

  /** Counts lines handed over. */
  sent(lines: number): void {
    this.lines += lines;
  }

  /** Counts bytes written, after compression. */
  wrote(bytes: number): void {
    this.bytes += bytes;
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

  /**
   * How long the client may read nothing while another export waits for its slot. A client that reads at the lowest
   * rate or faster is seen to read within this time.
   */
  get secondsForOthers(): number {
    const { exportStallSeconds: stall, exportLinesPerSecond: rate } = this.settings;
    const lowestBytesPerSecond = (rate * this.bytes) / Math.max(1, this.lines);
    return Math.min(stall, Math.max(LEAST_SECONDS, STEP_BYTES / lowestBytesPerSecond));
  }
}
