import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { DATA, ROOT, tablesDigest } from '../places.js';
import { Build } from './build.js';
import { databaseOf, withPool, type DatabaseServer } from './database-server.js';

const SCRATCH = 'bench_import';
const SAMPLE = 500;

/** A field that an import does not know: `FILE:LINE: FIELD: REASON`. */
const UNKNOWN = /(\w+\.ndjson):\d+: (\S+): is not a known field$/gm;

/** Writes a directory as a bundle, works with it, and removes it: its accounts have secrets. */
export async function withBundle<T>(
  url: string,
  signal: AbortSignal,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(DATA, 'bench-bundle');
  try {
    await new Build(ROOT).command(url, ['export', folder], signal);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The URL that a commit answers from: the same database if it has the same tables, else a copy by its own import. */
export async function directoryOf(build: Build, url: string, server: DatabaseServer, signal: AbortSignal) {
  if (tablesDigest(build.root) === tablesDigest(ROOT)) return url;
  const name = `${databaseOf(url)}_${build.commit}`;
  const note = `complete, the content of database ${await server.oidOf(databaseOf(url))}`;
  if ((await server.noteOf(name)) === note) return server.urlOf(name);
  await withBundle(url, signal, async (bundle) => {
    await leaveOutUnknown(bundle, build, server, signal);
    await server.recreate(name);
    await build.command(server.urlOf(name), ['import', '--strict', bundle], signal);
  });
  await withPool(server.urlOf(name), (pool) => pool.query('VACUUM (ANALYZE)'));
  await server.note(name, note);
  return server.urlOf(name);
}

/** Lines that each build imports in a second into an empty database, the start of the command included. */
export async function importSpeeds(builds: readonly Build[], url: string, server: DatabaseServer, signal: AbortSignal) {
  return withBundle(url, signal, async (bundle) => {
    let count = 0;
    for (const name of await readdir(bundle)) for await (const _ of linesOf(join(bundle, name))) count += 1;
    const speeds: number[] = [];
    for (const build of builds) {
      await leaveOutUnknown(bundle, build, server, signal);
      await server.recreate(SCRATCH);
      const begun = performance.now();
      await build.command(server.urlOf(SCRATCH), ['import', '--strict', bundle], signal);
      speeds.push((count * 1000) / (performance.now() - begun));
    }
    await server.drop(SCRATCH);
    return speeds;
  });
}

/** Removes the fields that a commit does not have from a bundle. Its import reports them for the first lines. */
async function leaveOutUnknown(bundle: string, build: Build, server: DatabaseServer, signal: AbortSignal) {
  if (build.commit === '') return;
  const sample = `${bundle}/sample`;
  await mkdir(sample);
  for (const name of await readdir(bundle)) if (name !== 'sample') await copySample(bundle, name);
  await server.recreate(SCRATCH);
  const report = await build.command(server.urlOf(SCRATCH), ['import', '--strict', sample], signal).then(
    () => '',
    (error: { stderr?: string }) => error.stderr ?? '', // of a command that failed
  );
  await rm(sample, { recursive: true });
  const unknown = new Map<string, Set<string>>();
  for (const [, file = '', field = ''] of report.matchAll(UNKNOWN))
    unknown.set(file, (unknown.get(file) ?? new Set()).add(field.replace(/\[\d+\]/g, '')));
  for (const [file, fields] of unknown) await rewrite(join(bundle, file), [...fields]);
}

async function copySample(bundle: string, name: string): Promise<void> {
  const lines: string[] = [];
  for await (const line of linesOf(join(bundle, name))) if (lines.push(line) === SAMPLE) break;
  await writeFile(join(bundle, 'sample', name), lines.map((line) => `${line}\n`).join(''));
}

async function rewrite(file: string, fields: readonly string[]): Promise<void> {
  async function* without(): AsyncGenerator<string> {
    for await (const text of linesOf(file)) {
      const line: unknown = JSON.parse(text);
      for (const field of fields) remove(line, field.split('.'));
      yield `${JSON.stringify(line)}\n`;
    }
  }
  const draft = `${file}.draft`;
  await pipeline(without, createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, file);
}

function remove(value: unknown, [name = '', ...rest]: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) remove(item, [name, ...rest]);
  else if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>; // parsed JSON
    if (rest.length === 0) delete members[name];
    else remove(members[name], rest);
  }
}

const linesOf = (file: string) => createInterface({ input: createReadStream(file), crlfDelay: Infinity });
