import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const LINES_AT_A_TIME = 200;

interface WriteWatch {
  readonly onLines: (lines: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Writes the line of each row to a new file that only its owner can read; returns the number of lines. */
export async function writeLines<Row>(
  path: string,
  rows: AsyncIterable<Row>,
  line: (row: Row) => string,
  { onLines, signal }: WriteWatch,
): Promise<number> {
  let written = 0;
  async function* texts(): AsyncGenerator<string> {
    let text = '';
    for await (const row of rows) {
      text += `${line(row)}\n`;
      if (++written % LINES_AT_A_TIME > 0) continue;
      yield text;
      text = '';
      onLines(written);
    }
    if (text !== '') yield text;
  }
  await pipeline(Readable.from(texts()), createWriteStream(path, { mode: 0o600 }), { signal });
  return written;
}
