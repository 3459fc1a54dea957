import { isUtf8 } from 'node:buffer';
import type { SourceLine } from './line-source.js';

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** Splits newline-delimited JSON into lines while its bytes arrive. A line that is too long is not kept in memory. */
export class NdjsonLines {
  private number = 1;
  private begun: Buffer[] = [];
  private begunBytes = 0;

  /** The lines completed by these bytes, without blank ones. */
  take(bytes: Buffer): SourceLine[] {
    const lines: SourceLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      this.keep(bytes.subarray(start, end));
      lines.push(...this.finish());
      start = end + 1;
    }
    this.keep(bytes.subarray(start));
    return lines;
  }

  /** The last line, when no newline ends it. */
  end(): SourceLine[] {
    return this.finish();
  }

  private keep(part: Buffer): void {
    this.begunBytes += part.length;
    if (this.begunBytes > MAX_LINE_BYTES) this.begun = [];
    else if (part.length > 0) this.begun.push(part);
  }

  private finish(): SourceLine[] {
    const line = this.number++;
    const bytes = this.begunBytes;
    const content = this.begun.length === 1 ? this.begun[0]! : Buffer.concat(this.begun);
    this.begun = [];
    this.begunBytes = 0;
    if (bytes > MAX_LINE_BYTES) return [{ line, field: 'line', problem: 'is longer than 10 MB' }];
    return readLine(line, content);
  }
}

function readLine(line: number, content: Buffer): SourceLine[] {
  if (!isUtf8(content)) return [{ line, field: 'line', problem: 'is not UTF-8' }];
  // Some editors write a byte order mark, which JSON does not allow.
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return [];
  try {
    return [{ line, value: JSON.parse(text), bytes: content.length }];
  } catch {
    // The parser's message quotes the line, which may hold secrets.
    return [{ line, field: 'line', problem: 'is not JSON' }];
  }
}
