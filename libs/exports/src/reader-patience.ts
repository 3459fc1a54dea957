import type { ExportSettings } from './export.settings.js';

/**
 * How long the reader of an export is waited for: each time for so many seconds, and in all for the time that its lines
 * take at the lowest rate. So the snapshot of an export ends in a time that follows from its size, however slowly it is read.
 */
export class ReaderPatience {
  private waitedSeconds = 0;
  private lines = 0;

  constructor(private readonly settings: ExportSettings) {}

  /** So many more lines were handed over. */
  sent(lines: number): void {
    this.lines += lines;
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
}
