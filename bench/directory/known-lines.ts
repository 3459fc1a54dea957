import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { OtherCommit } from '../run/other-commit.js';
import type { DatabaseServer } from './database-server.js';
import { operatorEnvironment } from './make-directory.js';

/** A database for what an import says, and nothing else. */
const SCRATCH = 'bench_scratch';

/** What imports of every commit say of a field that they do not have: `FILE:LINE: FIELD: REASON`. */
const UNKNOWN = /(\w+\.ndjson):\d+: (\S+): is not a known field$/gm;

type Line = Record<string, unknown>;

/**
 * Writes the files of a bundle again, without the fields that another commit does not have. Which these are is what its own
 * import says of lines that have every field of the bundle.
 */
export async function writeKnownLines(
  from: string,
  to: string,
  other: OtherCommit,
  server: DatabaseServer,
  signal: AbortSignal,
): Promise<void> {
  const files = (await readdir(from)).filter((name) => name.endsWith('.ndjson'));
  const unknown = await unknownFields(
    files.map((name) => join(from, name)),
    other,
    server,
    signal,
  );
  await mkdir(to, { recursive: true });
  for (const name of files) await rewrite(join(from, name), join(to, name), unknown.get(name) ?? [], signal);
}

/** By the name of the file, the fields as paths: `address.timeZone`, `agents[].name`. */
async function unknownFields(
  files: readonly string[],
  other: OtherCommit,
  server: DatabaseServer,
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const sample = join(tmpdir(), `bench-sample-${process.pid}`);
  await mkdir(sample, { recursive: true });
  try {
    for (const file of files) await writeFile(join(sample, basename(file)), await sampleOf(file, signal));
    await server.recreate(SCRATCH);
    const said = await other.importFaults(sample, operatorEnvironment(server.urlOf(SCRATCH)), signal);
    const found = new Map<string, Set<string>>();
    for (const [, file = '', field = ''] of said.matchAll(UNKNOWN)) {
      found.set(file, (found.get(file) ?? new Set()).add(field.replace(/\[\d+\]/g, '[]')));
    }
    return new Map([...found].map(([file, fields]) => [file, [...fields]]));
  } finally {
    await rm(sample, { recursive: true, force: true });
    await server.drop(SCRATCH);
  }
}

/** Lines that have together every field that any line of a file has. */
async function sampleOf(file: string, signal: AbortSignal): Promise<string> {
  const seen = new Set<string>();
  let sample = '';
  for await (const text of textsOf(file, signal)) {
    const before = seen.size;
    collectPaths(JSON.parse(text), '', seen);
    if (seen.size > before) sample += `${text}\n`;
  }
  return sample;
}

function collectPaths(value: unknown, at: string, seen: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectPaths(item, `${at}[]`, seen);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const path = at === '' ? name : `${at}.${name}`;
      seen.add(path);
      collectPaths(item, path, seen);
    }
  }
}

async function rewrite(from: string, to: string, unknown: readonly string[], signal: AbortSignal): Promise<void> {
  const paths = unknown.map((path) => path.split(/\.|(?=\[\])/));
  async function* known(): AsyncGenerator<string> {
    for await (const text of textsOf(from, signal)) {
      const line = JSON.parse(text) as Line; // every line of a bundle is an object
      for (const path of paths) remove(line, path);
      yield `${JSON.stringify(line)}\n`;
    }
  }
  await pipeline(known, createWriteStream(to, { mode: 0o600 }), { signal });
}

function remove(value: unknown, [name = '', ...rest]: readonly string[]): void {
  if (name === '[]') {
    if (Array.isArray(value)) for (const item of value) remove(item, rest);
  } else if (typeof value === 'object' && value !== null) {
    if (rest.length === 0) delete (value as Line)[name];
    else remove((value as Line)[name], rest);
  }
}

async function* textsOf(file: string, signal: AbortSignal): AsyncGenerator<string> {
  for await (const text of createInterface({ input: createReadStream(file, { signal }), crlfDelay: Infinity }))
    yield text;
}
