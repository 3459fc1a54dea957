import { writeSync } from 'node:fs';

const STDOUT = 1;
/** A pipe whose reader is slow. */
const BUSY = new Set(['EAGAIN', 'EBUSY']);
const RETRY_MS = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Where the lines of the log go. Each is written at once: else the last line of a process comes before the line that is
 * being written, or not at all. A log that cannot be written, because its disk is full, does not end the service: lines
 * are lost, and the next one that can be written comes after a line with their number. Pino's own destination tries the same
 * line for ever when it is flushed.
 */
export class LogDestination {
  private lost = 0;
  private reason = '';
  /** Whether a part of a line was written last. */
  private isCut = false;

  /** @param writeSome writes bytes to the log, and answers how many */
  constructor(private readonly writeSome = (bytes: Uint8Array): number => writeSync(STDOUT, bytes)) {}

  /** Writes a line, which ends with a line break. */
  write(line: string): void {
    try {
      if (this.lost > 0) {
        this.writeAll((this.isCut ? '\n' : '') + this.lossLine());
        this.lost = 0;
      }
      this.writeAll(line);
    } catch (error) {
      this.lost += 1;
      this.reason = error instanceof Error ? error.message : String(error);
    }
  }

  private writeAll(text: string): void {
    let left: Uint8Array = Buffer.from(text);
    while (left.length > 0) {
      const written = this.writeUnlessBusy(left);
      left = left.subarray(written);
      this.isCut = left.length > 0;
    }
  }

  private writeUnlessBusy(bytes: Uint8Array): number {
    try {
      return this.writeSome(bytes);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && BUSY.has(String(error.code)))) throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
      return 0;
    }
  }

  private lossLine(): string {
    const msg = `Lines of the log could not be written and are lost: ${this.lost} (${this.reason})`;
    return `${JSON.stringify({ level: 'error', time: new Date().toISOString(), msg })}\n`;
  }
}
