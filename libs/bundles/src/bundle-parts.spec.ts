import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchWriter } from './import/import-file.js';
import { generatedSource, ndjsonSource, suburbsCsvSources } from './files/file-source.js';
import { inOrder } from './import/import-transaction.js';
import type { LineSource, SourceChunk } from './files/line-source.js';
import type { LineSet } from './files/read-lines.js';
import { writeLines } from './bundle-exporter.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-parts-'));
});

afterEach(() => rm(folder, { recursive: true }));

const chunksOf = async (source: LineSource): Promise<SourceChunk[]> => {
  const chunks: SourceChunk[] = [];
  for await (const chunk of source.open()) chunks.push(chunk);
  return chunks;
};

describe('bundle sources', () => {
  it('read a file from its first line each time, and report progress', async () => {
    const path = join(folder, 'accounts.ndjson');
    await writeFile(path, '{"a":1}\n\n{"a":');
    const source = ndjsonSource(path, 'accounts');
    const first = await chunksOf(source);
    expect(first.flatMap(({ lines }) => lines)).toEqual([
      { line: 1, value: { a: 1 }, bytes: 7 },
      { line: 3, field: 'line', problem: 'is not JSON' },
    ]);
    expect(first.map(({ read }) => read)).toEqual([1, 1]);
    expect(await chunksOf(source)).toEqual(first);
  });

  it('number generated lines in chunks, and report progress', async () => {
    const values = Array.from({ length: 45 }, (_, at) => at);
    const chunks = await chunksOf(generatedSource('listings', values, 45));
    expect(chunks.map(({ lines, read }) => [lines.length, read])).toEqual([
      [20, 20 / 45],
      [20, 40 / 45],
      [5, 1],
    ]);
    expect(chunks.flatMap(({ lines }) => lines).map(({ line }) => line)).toEqual(values.map((at) => at + 1));
  });

  it('fail for a missing file, and for a CSV of another kind', async () => {
    await expect(chunksOf(ndjsonSource(join(folder, 'none'), 'agents'))).rejects.toThrow('ENOENT');
    await writeFile(join(folder, 'x.csv'), 'a,b\n1,2\n');
    for (const source of suburbsCsvSources(join(folder, 'x.csv'))) {
      await expect(chunksOf(source)).rejects.toThrow('Not a suburbs CSV');
    }
  });

  it('are imported in the order of their references', () => {
    const sources = (['listings', 'agents', 'suburbs', 'accounts', 'agents'] as const).map((kind) =>
      generatedSource(kind, []),
    );
    expect(inOrder(sources).map(({ name }) => name)).toEqual(['suburbs', 'accounts', 'agents', 'agents', 'listings']);
    expect(sources[0]?.name).toBe('listings');
  });
});

describe('writeLines', () => {
  async function* sets(count: number): AsyncGenerator<LineSet> {
    for (let at = 0; at < count; at++) yield { bytes: Buffer.from(`${at}a\n${at}b\n`), lines: 2 };
  }

  it.each([0, 1, 3])('writes %i sets of lines, and reports each', async (count) => {
    const path = join(folder, 'out.ndjson');
    const told: number[] = [];
    const written = await writeLines(path, sets(count), { onLines: (lines) => told.push(lines) });
    expect(written).toBe(2 * count);
    expect(await readFile(path, 'utf8')).toBe(['', '0a\n0b\n', '', '0a\n0b\n1a\n1b\n2a\n2b\n'][count]);
    expect(told).toEqual([2, 4, 6].slice(0, count));
  });

  it('creates its file with access for its owner only, because it may contain secrets', async () => {
    const path = join(folder, 'out.ndjson');
    await writeLines(path, sets(1), { onLines: () => undefined });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('stops at a signal', async () => {
    const stop = new AbortController();
    const onLines = () => stop.abort(new Error('on purpose'));
    const writing = writeLines(join(folder, 'out.ndjson'), sets(100_000), { onLines, signal: stop.signal });
    await expect(writing).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});

describe('BatchWriter', () => {
  it('writes one batch at a time, and accepts the next while one is being saved', async () => {
    const writer = new BatchWriter();
    const log: string[] = [];
    const batch = (name: string) => async (onSaving: () => void) => {
      log.push(`${name} begins`);
      await Promise.resolve();
      onSaving();
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`${name} ends`);
    };
    await writer.begin(batch('a'));
    log.push('reads');
    await writer.begin(batch('b'));
    await writer.end();
    expect(log).toEqual(['a begins', 'reads', 'a ends', 'b begins', 'b ends']);
  });

  it('continues when a batch ends without reporting that it is being saved', async () => {
    const writer = new BatchWriter();
    await writer.begin(() => Promise.resolve());
    expect(await writer.end()).toBeUndefined();
  });

  it('throws the error of a batch at the next call', async () => {
    const failing = () => Promise.reject(new Error('on purpose'));
    const [one, other] = [new BatchWriter(), new BatchWriter()];
    await one.begin(failing);
    await expect(one.begin(() => Promise.resolve())).rejects.toThrow('on purpose');
    await other.begin(failing);
    await expect(other.end()).rejects.toThrow('on purpose');
  });
});
