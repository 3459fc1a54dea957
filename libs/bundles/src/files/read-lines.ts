import type { ExportLines } from '@app/lists';
import type { SqlExecutor } from '@app/sql';

/** A UTF-16 unit takes no more in UTF-8. */
const MOST_BYTES = 3;

/**
 * Lines as bytes. Each is encoded by itself, while it is in the cache of the processor: a set of lines as one text takes
 * half as long again.
 */
export class LineBytes {
  private bytes: Buffer;
  private length = 0;

  /** @param capacity in bytes; it grows when lines need more */
  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  add(line: string): void {
    const ended = `${line}\n`;
    this.reserve(MOST_BYTES * ended.length);
    this.length += this.bytes.write(ended, this.length);
  }

  /** In bytes. */
  get capacity(): number {
    return this.bytes.length;
  }

  /** All lines. */
  get all(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(bytes: number): void {
    const { all } = this;
    const wanted = all.length + bytes;
    if (wanted <= this.bytes.length) return;
    this.bytes = Buffer.allocUnsafe(2 * wanted);
    all.copy(this.bytes);
  }
}

/** For the first set; the following ones are about as long as those before. */
const FIRST_BYTES = 64 * 1024;

/** Consecutive lines as they are in a file, and their number. */
export interface LineSet {
  readonly bytes: Buffer;
  readonly lines: number;
}

/** Reads lines in sets, inside a transaction. @param signal cancels the statement */
export async function* readLines(
  executor: SqlExecutor,
  { statement, line }: ExportLines,
  signal?: AbortSignal,
): AsyncGenerator<LineSet, void> {
  let capacity = FIRST_BYTES;
  for await (const rows of executor.stream<never>(statement, signal)) {
    const bytes = new LineBytes(capacity);
    for (const row of rows) bytes.add(line(row));
    capacity = Math.max(capacity, bytes.capacity);
    yield { bytes: bytes.all, lines: rows.length };
  }
}
