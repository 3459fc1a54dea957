import type { Settings } from '@app/config';

/** A reader who stalls keeps its slot for this long at least, though others wait. */
const LEAST_SECONDS = 5;
/**
 * The kernel reports that a socket takes more when a third of its send buffer has become free: of 4 MB, as Linux makes
 * them. A reader who takes fewer bytes seems to take nothing.
 */
const STEP_BYTES = 2 * 1024 * 1024;

/**
 * How long the reader of an export is waited for: each time for so many seconds, and in all for the time that its lines
 * take at the lowest rate. So the snapshot of an export ends in a time that follows from its size, however slowly it is read.
 */
export class ReaderTimeout {
  private waitedSeconds = 0;
  private lines = 0;
  private bytes = 0;

  constructor(private readonly settings: Pick<Settings, 'exportStallSeconds' | 'exportLinesPerSecond'>) {}

  /** So many more lines were handed over. */
  sent(lines: number): void {
    this.lines += lines;
  }

  /** So many more bytes were written, as they are sent. */
  wrote(bytes: number): void {
    this.bytes += bytes;
  }

  /** The reader was waited for. */
  waited(seconds: number): void {
    this.waitedSeconds += seconds;
  }

  /** For how long the reader is waited for now, and what is wrong with it afterwards. */
  left(): { readonly seconds: number; readonly reason: string } {
    const { exportStallSeconds: stall, exportLinesPerSecond: rate } = this.settings;
    const inAll = stall + this.lines / rate - this.waitedSeconds;
    return inAll < stall
      ? { seconds: Math.max(0, inAll), reason: `The reader took less than ${rate} lines a second` }
      : { seconds: stall, reason: `The reader took nothing for ${stall} s` };
  }

  /**
   * For how long the reader may take nothing now, while another export waits for its slot. A reader who takes lines at the
   * lowest rate, or faster, is seen to take some within this time.
   */
  get secondsForOthers(): number {
    const { exportStallSeconds: stall, exportLinesPerSecond: rate } = this.settings;
    const lowestBytesPerSecond = (rate * this.bytes) / Math.max(1, this.lines);
    return Math.min(stall, Math.max(LEAST_SECONDS, STEP_BYTES / lowestBytesPerSecond));
  }
}
