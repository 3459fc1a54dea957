import type { ExportLines } from '@app/lists';
import type { SqlExecutor } from '@app/sql';
import { LineBytes } from './line-bytes.js';

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
