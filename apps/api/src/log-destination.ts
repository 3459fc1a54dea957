import { writeSync } from 'node:fs';

const STDOUT = 1;
/** Error codes of a pipe whose reader is slow. */
const BUSY = new Set(['EAGAIN', 'EBUSY']);
const RETRY_MS = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Destination of the log lines. Every line is written synchronously, so that the last line of a process is neither lost
 * nor mixed into another one. If the log cannot be written, for example because the disk is full, the service goes on:
 * it drops lines, and reports their number with the next line that it can write. Pino's own destination retries such a
 * line for ever when it is flushed.
 */
export class LogDestination {
  private lost = 0;
  private reason = '';
  /** Whether the last write stored only a part of a line. */
  private isCut = false;

  /** @param writeSome writes bytes to the log, and returns the number of bytes written */
  constructor(private readonly writeSome = (bytes: Uint8Array): number => writeSync(STDOUT, bytes)) {}

  /** Writes a line that ends with a line break. */
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
