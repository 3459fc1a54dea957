import { isUtf8 } from 'node:buffer';
import { isObject } from '@app/schema';
import type { SourceLine } from './line-source.js';

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** Splits newline-delimited JSON into lines as its bytes arrive. A line that is too long is not kept in memory. */
export class NdjsonLines {
  private number = 1;
  private begun: Buffer[] = [];
  private begunBytes = 0;
  /** The number of lines since the start or the last end line. */
  private lines = 0;

  /** The lines completed by these bytes, without blank lines. */
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

  /** The last line, if no newline ends it. */
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
    const read = readLine(line, content);
    const [first] = read;
    if (first && 'value' in first && isEnd(first.value)) return this.endAt(line, first.value.count);
    this.lines += read.length;
    return read;
  }

  /** Checks an end line, which is not a line of the bundle. Files with end lines may be concatenated. */
  private endAt(line: number, count: number): SourceLine[] {
    const { lines } = this;
    this.lines = 0;
    if (lines === count) return [];
    return [{ line, field: 'count', problem: `is ${count}, but there are ${lines} lines: the file is not complete` }];
  }
}

/** The last line of an export over HTTP, with the number of lines before it. */
export interface EndLine {
  readonly end: true;
  readonly count: number;
}

const isEnd = (value: unknown): value is EndLine =>
  isObject(value) && Object.keys(value).length === 2 && value['end'] === true && typeof value['count'] === 'number';

function readLine(line: number, content: Buffer): SourceLine[] {
  if (!isUtf8(content)) return [{ line, field: 'line', problem: 'is not UTF-8' }];
  // Some editors write a byte order mark, which JSON does not allow.
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return [];
  try {
    return [{ line, value: JSON.parse(text), bytes: content.length }];
  } catch {
    // The parser's message quotes the line, which may contain secrets.
    return [{ line, field: 'line', problem: 'is not JSON' }];
  }
}
