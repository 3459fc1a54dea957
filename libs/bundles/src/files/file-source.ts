import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { readSuburbsCsv } from '@app/suburbs';
import type { LineSource, SourceChunk, SourceLine, BundleKind } from './line-source.js';
import { NdjsonLines } from './ndjson-lines.js';

/** A file of newline-delimited JSON. */
export function ndjsonSource(path: string, kind: BundleKind): LineSource {
  const open = async function* () {
    const { size } = await stat(path);
    yield* readNdjson(createReadStream(path) as AsyncIterable<Buffer>, size);
  };
  return { name: path, kind, open };
}

/** Newline-delimited JSON that can be read repeatedly. @param size in bytes */
export function bytesSource(
  name: string,
  kind: BundleKind,
  { size, chunks }: { readonly size: number; readonly chunks: () => AsyncIterable<Buffer> },
): LineSource {
  return { name, kind, open: () => readNdjson(chunks(), size) };
}

async function* readNdjson(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<SourceChunk> {
  const lines = new NdjsonLines();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    yield { lines: lines.take(chunk), read: Math.min(1, bytes / size) };
  }
  yield { lines: lines.end(), read: 1 };
}

/**
 * A suburbs CSV, and the places of the supplement that are missing from the CSV.
 * @throws SuburbsCsvHeaderError while reading, if the header does not match
 */
export function suburbsCsvSources(path: string): LineSource[] {
  const read = () => readSuburbsCsv(createReadStream(path));
  return [
    { name: path, kind: 'suburbs', open: () => inChunks(once(async () => (await read()).rows)) },
    {
      name: `supplement to ${path}`,
      kind: 'suburbs',
      addsOnly: true,
      open: () => inChunks(once(async () => numbered((await read()).supplement))),
    },
  ];
}

async function* once(read: () => Promise<Iterable<SourceLine>>): AsyncGenerator<SourceLine> {
  yield* await read();
}

/** Generated lines; `count` is for the progress. */
export function generatedSource(kind: BundleKind, values: Iterable<unknown>, count?: number): LineSource {
  return { name: kind, kind, open: () => inChunks(numbered(values), count) };
}

function* numbered(values: Iterable<unknown>): Generator<SourceLine> {
  let line = 0;
  for (const value of values) yield { line: ++line, value };
}

const CHUNK = 20;

async function* inChunks(
  source: Iterable<SourceLine> | AsyncIterable<SourceLine>,
  count?: number,
): AsyncGenerator<SourceChunk> {
  let lines: SourceLine[] = [];
  for await (const line of source) {
    lines.push(line);
    if (lines.length < CHUNK) continue;
    yield { lines, ...(count && { read: line.line / count }) };
    lines = [];
  }
  yield { lines, read: 1 };
}
