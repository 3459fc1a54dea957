import { MIGRATIONS } from '../places.js';
import type { Progress } from '../progress.js';
import { withPool, type DatabaseServer } from './database-server.js';
import { compiledIn, filesDigest } from './files-digest.js';
import { makeDirectory, withStore } from './make-directory.js';
import { sizeFor } from './size.js';

/** Where the directory of so many listings is; made when it is not there, not complete, or of other tables. */
export async function benchDirectory(
  server: DatabaseServer,
  { listings, fresh }: { listings: number; fresh: boolean },
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  const given = server.urlOf();
  if (!fresh && (await countListings(given)) === listings) {
    await withStore(given, () => Promise.resolve());
    return given;
  }
  const name = `bench_${listings}`;
  const url = server.urlOf(name);
  const note = `complete, tables ${tablesDigest()}`;
  const isThere = !fresh && (await server.has(name)) && (await server.noteOf(name)) === note;
  if (isThere && (await countListings(url)) === listings) return url;
  const begun = performance.now();
  progress.step(`making a directory of ${listings.toLocaleString('en')} listings`);
  await server.recreate(name);
  await makeDirectory(url, sizeFor(listings), progress, signal);
  await server.note(name, note);
  const seconds = (performance.now() - begun) / 1000;
  progress.say(`Made a directory of ${listings.toLocaleString('en')} listings in ${seconds.toFixed(0)} s.`);
  return url;
}

/** How many there are; `undefined` where there is no such table. */
async function countListings(url: string): Promise<number | undefined> {
  return withPool(url, async (pool) => {
    const { rows: found } = await pool.query(
      "SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'listings'",
    );
    if (found.length === 0) return undefined;
    const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int FROM listings');
    return rows[0]?.count;
  });
}

/** Another one when a migration was added, or changed before its release. */
const tablesDigest = (): string => filesDigest(compiledIn(MIGRATIONS));
