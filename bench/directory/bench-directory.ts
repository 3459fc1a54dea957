import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from './build.js';
import { databaseOf, queryOnce, type DatabaseServer } from './database-server.js';
import { multiply } from './multiplied.js';

const LISTINGS_PER_ACCOUNT = 200;
/** A larger directory is a multiple of one of this size, which takes minutes instead of hours. */
const LISTINGS_MADE = 100_000;
const SCRATCH = 'bench_import';

/** The URL of a directory of so many listings, made by the build; made again when it has other tables. */
export async function benchDirectory(server: DatabaseServer, build: Build, listings: number): Promise<string> {
  const name = nameOf(listings, build);
  const times = Math.round(listings / LISTINGS_MADE);
  if (times > 1) {
    const first = databaseOf(await benchDirectory(server, build, LISTINGS_MADE));
    return keep(server, name, `complete, tables ${build.tables}`, (url) => multiply(url, times), first);
  }
  // A small directory is a smaller country, and its responses are as long.
  const accounts = String(Math.max(12, Math.round(listings / LISTINGS_PER_ACCOUNT)));
  return keep(server, name, `complete, tables ${build.tables}`, (url) =>
    build.command(url, 'demo', '--listings', String(listings), '--accounts', accounts, '--seed', '1'),
  );
}

const nameOf = (listings: number, { commit }: Build): string => `bench_${listings}${commit && `_${commit}`}`;

/** `benchDirectory` of another build, with the tables of `to`: imported, or a multiple of an imported one. */
export async function importedDirectory(
  server: DatabaseServer,
  from: Build,
  listings: number,
  to: Build,
): Promise<string> {
  const name = `${nameOf(listings, from)}_imported`;
  const note = `complete, tables ${to.tables} of ${from.tables}`;
  const times = Math.round(listings / LISTINGS_MADE);
  if (times > 1) {
    const first = databaseOf(await importedDirectory(server, from, LISTINGS_MADE, to));
    return keep(server, name, note, (url) => multiply(url, times), first);
  }
  const url = await benchDirectory(server, from, listings);
  return keep(server, name, note, (its) =>
    withBundle(from, url, (bundle) => to.command(its, 'import', '--strict', bundle)),
  );
}

async function keep(
  server: DatabaseServer,
  name: string,
  note: string,
  fill: (url: string) => Promise<void>,
  template?: string,
): Promise<string> {
  if ((await server.noteOf(name)) === note) return server.urlOf(name);
  console.error(`making the directory ${name}`);
  const url = await server.create(name, template);
  await fill(url);
  await queryOnce(url, 'VACUUM (ANALYZE)');
  await server.note(name, note);
  return url;
}

/** Lines that each build imports in a second into an empty database, the start of the command included. */
export async function importSpeeds(server: DatabaseServer, from: Build, listings: number, builds: readonly Build[]) {
  const url = await benchDirectory(server, from, listings);
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

/** Works in a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
