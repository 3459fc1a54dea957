import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../places.js';
import type { Progress } from '../progress.js';
import { directoryCommand, importing, type OtherCommit } from '../run/other-commit.js';
import { databaseOf, withPool, type DatabaseServer } from './database-server.js';
import { writeKnownLines } from './known-lines.js';
import { operatorEnvironment } from './make-directory.js';

/**
 * The database that another commit answers from: the same one where it makes the same tables, else one of its own with the
 * same content, which goes over as a bundle, as far as the other commit has fields for it.
 */
export async function otherDirectory(
  server: DatabaseServer,
  url: string,
  other: OtherCommit,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  if (other.hasSameTables) return url;
  const name = `${databaseOf(url)}_${other.name}`;
  const its = server.urlOf(name);
  const note = `complete, the content of database ${await server.oidOf(databaseOf(url))}`;
  if ((await server.has(name)) && (await server.noteOf(name)) === note) return its;
  const [bundle, known] = [join(ROOT, '.data/bench-bundle'), join(ROOT, '.data/bench-bundle-known')];
  const clear = () => Promise.all([bundle, known].map((folder) => rm(folder, { recursive: true, force: true })));
  await clear();
  try {
    progress.step('writing the directory as a bundle');
    await directoryCommand(ROOT, ['export', bundle], operatorEnvironment(url), signal);
    progress.step(`leaving out what ${other.name} has no fields for`);
    await writeKnownLines(bundle, known, other, server, signal);
    progress.step(`importing the bundle by ${other.name}`);
    await server.recreate(name);
    await directoryCommand(other.root, importing(known), operatorEnvironment(its), signal);
    await withPool(its, (pool) => pool.query('VACUUM (ANALYZE)'));
    await server.note(name, note);
  } finally {
    await clear();
  }
  return its;
}
