import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Build } from './build.js';
import { databaseOf, queryOnce, type DatabaseServer } from './database-server.js';

const LISTINGS_PER_ACCOUNT = 200;
const LISTINGS_PER_SUBURB = 65;
const SCRATCH = 'bench_import';

/** The URL of a directory of so many listings, made by the build; made again when it has other tables. */
export async function benchDirectory(
  server: DatabaseServer,
  build: Build,
  listings: number,
  suburbs?: string,
  isFresh = false,
): Promise<string> {
  const name = `bench_${listings}${build.commit && `_${build.commit}`}`;
  const note = `complete, tables ${build.tables}${suburbs ? `, suburbs of ${basename(suburbs)}` : ''}`;
  return keep(server, name, note, isFresh, (url) => fillDirectory(build, url, listings, suburbs));
}

/** The content of a directory by the import of another build. */
export async function importedDirectory(server: DatabaseServer, from: Build, url: string, to: Build): Promise<string> {
  const note = `complete, tables ${to.tables} of ${from.tables}`;
  return keep(server, `${databaseOf(url)}_imported`, note, false, (its) =>
    withBundle(from, url, (bundle) => to.command(its, 'import', '--strict', bundle)),
  );
}

async function keep(
  server: DatabaseServer,
  name: string,
  note: string,
  isFresh: boolean,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  if (!isFresh && (await server.noteOf(name)) === note) return server.urlOf(name);
  console.error(`making the directory ${name}`);
  const url = await server.create(name);
  await fill(url);
  await queryOnce(url, 'VACUUM (ANALYZE)');
  await server.note(name, note);
  return url;
}

/** Accounts and suburbs are in proportion: a small directory is a smaller country, and its responses are as long. */
async function fillDirectory(build: Build, url: string, listings: number, suburbs?: string): Promise<void> {
  const accounts = Math.max(12, Math.round(listings / LISTINGS_PER_ACCOUNT));
  if (suburbs) {
    await inFolder(async (folder) => {
      const file = join(folder, 'suburbs.csv');
      await writeFile(file, await thinned(suburbs, Math.max(20, listings / LISTINGS_PER_SUBURB)));
      await build.command(url, 'import', file);
    });
  }
  await build.command(url, 'demo', '--listings', String(listings), '--accounts', String(accounts), '--seed', '1');
}

/** A file of suburbs with so many of them, evenly spread. */
async function thinned(suburbs: string, most: number): Promise<string> {
  const [head = '', ...lines] = (await readFile(suburbs, 'utf8')).trimEnd().split('\n');
  const step = Math.max(1, lines.length / most);
  const some = lines.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return [head, ...some, ''].join('\n');
}

/** Lines that each build imports in a second into an empty database, the start of the command included. */
export async function importSpeeds(server: DatabaseServer, from: Build, url: string, builds: readonly Build[]) {
  return withBundle(from, url, async (bundle) => {
    let count = 0;
    for (const name of await readdir(bundle))
      count += (await readFile(join(bundle, name), 'utf8')).split('\n').length - 1;
    const speeds: number[] = [];
    for (const build of builds) {
      const scratch = await server.create(SCRATCH);
      const begun = performance.now();
      await build.command(scratch, 'import', '--strict', bundle);
      speeds.push((count * 1000) / (performance.now() - begun));
    }
    await server.drop(SCRATCH);
    return speeds;
  });
}

const withBundle = <T>(build: Build, url: string, work: (folder: string) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    await build.command(url, 'export', folder);
    return work(folder);
  });

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
