import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../places.js';
import type { Progress } from '../progress.js';
import { directoryCommand, type OtherCommit } from '../run/other-commit.js';
import { databaseOf, withPool, type DatabaseServer } from './database-server.js';
import { operatorEnvironment } from './make-directory.js';

/**
 * The database that another commit answers from: the same one where it makes the same tables, else one of its own with the
 * same content, which goes over as a bundle.
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
  const bundle = join(ROOT, '.data/bench-bundle');
  await rm(bundle, { recursive: true, force: true });
  try {
    progress.step('writing the directory as a bundle');
    await directoryCommand(ROOT, ['export', bundle], operatorEnvironment(url), signal);
    progress.step(`importing the bundle by ${other.name}`);
    await server.recreate(name);
    await other.directory(['import', '--strict', bundle], operatorEnvironment(its), signal);
    await withPool(its, (pool) => pool.query('VACUUM (ANALYZE)'));
    await server.note(name, note);
  } finally {
    await rm(bundle, { recursive: true, force: true });
  }
  return its;
}
