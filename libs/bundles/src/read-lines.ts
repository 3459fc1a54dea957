import type { ExportLines } from '@app/lists';
import type { SqlExecutor } from '@app/sql';

/** Consecutive lines as one text, and their number. */
export interface LineSet {
  readonly text: string;
  readonly lines: number;
}

/** Reads lines in sets, inside a transaction. @param signal cancels the statement */
export async function* readLines(
  executor: SqlExecutor,
  { statement, line }: ExportLines,
  signal?: AbortSignal,
): AsyncGenerator<LineSet, void> {
  for await (const rows of executor.stream<never>(statement, signal)) {
    let text = '';
    for (const row of rows) text += `${line(row)}\n`;
    yield { text, lines: rows.length };
  }
}
