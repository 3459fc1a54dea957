import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, SUBURBS_CSV, tablesDigest } from '../places.js';
import type { Progress } from '../progress.js';
import { Build } from './build.js';
import { withPool, type DatabaseServer } from './database-server.js';

const LISTINGS_PER_ACCOUNT = 200;
const LISTINGS_PER_SUBURB = 65;

/** The URL of a directory with so many listings; it is made when it is missing, incomplete or of other tables. */
export async function benchDirectory(
  server: DatabaseServer,
  listings: number,
  progress: Progress,
  signal: AbortSignal,
  isFresh = false,
): Promise<string> {
  const given = server.urlOf();
  if (!isFresh && (await countListings(given)) === listings) return given;
  const name = `bench_${listings}`;
  const url = server.urlOf(name);
  const note = `complete, tables ${tablesDigest(ROOT)}`;
  if (!isFresh && (await server.noteOf(name)) === note) return url;
  progress.step(`making a directory of ${listings.toLocaleString('en')} listings`);
  await server.recreate(name);
  await fillDirectory(url, listings, signal);
  await server.note(name, note);
  return url;
}

/**
 * Fills an empty database by the commands of the service. Accounts and suburbs are in proportion: a small directory is
 * a smaller country, and its responses are as long.
 */
export async function fillDirectory(url: string, listings: number, signal: AbortSignal): Promise<void> {
  const build = new Build(ROOT);
  const accounts = Math.max(12, Math.round(listings / LISTINGS_PER_ACCOUNT));
  const size = ['--listings', String(listings), '--accounts', String(accounts), '--seed', '1'];
  if (existsSync(SUBURBS_CSV)) await importSuburbs(build, url, listings / LISTINGS_PER_SUBURB, signal);
  await build.command(url, ['demo', ...size], signal);
  await withPool(url, (pool) => pool.query('VACUUM (ANALYZE)'));
}

/** Suburbs of the file, evenly thinned. */
async function importSuburbs(build: Build, url: string, atMost: number, signal: AbortSignal): Promise<void> {
  const [head = '', ...lines] = (await readFile(SUBURBS_CSV, 'utf8')).trimEnd().split('\n');
  const step = Math.max(1, lines.length / Math.max(20, atMost));
  const some = lines.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await writeFile(join(folder, 'suburbs.csv'), [head, ...some, ''].join('\n'));
    await build.command(url, ['import', join(folder, 'suburbs.csv')], signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `undefined` without the table. */
async function countListings(url: string): Promise<number | undefined> {
  return withPool(url, async (pool) => {
    const { rows } = await pool.query<{ name: string | null }>("SELECT to_regclass('public.listings') AS name");
    if (!rows[0]?.name) return undefined;
    return (await pool.query<{ count: number }>('SELECT count(*)::int FROM listings')).rows[0]?.count;
  });
}
