import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LineSet } from './read-lines.js';

interface WriteWatch {
  readonly onLines: (lines: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Writes lines to a new file that only its owner can read; returns their number. */
export async function writeLines(
  path: string,
  sets: AsyncIterable<LineSet>,
  { onLines, signal }: WriteWatch,
): Promise<number> {
  let written = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const { bytes, lines } of sets) {
      yield bytes;
      written += lines;
      onLines(written);
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path, { mode: 0o600 }), { signal });
  return written;
}
