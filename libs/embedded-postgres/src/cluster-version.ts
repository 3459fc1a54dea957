import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { clusterOf, type ServerFiles } from './postgres-cluster.js';
import { runOrThrow } from './run-command.js';

/**
 * Checks the version of a cluster: PostgreSQL can read only files of its own major version.
 *
 * @throws EmbeddedServerError that explains what to do if another version made the cluster
 */
export async function ensureSameVersion({ home, bin, account }: ServerFiles): Promise<void> {
  const made = (await readFile(join(clusterOf(home), 'PG_VERSION'), 'utf8')).trim();
  const output = await runOrThrow(join(bin, 'postgres'), ['--version'], account);
  const brought = /(\d+)(\.\d+)?\D*$/.exec(output)?.[1];
  if (made === brought) return;
  throw new EmbeddedServerError(
    `The data in ${home} was written by PostgreSQL ${made}, and this version of the service brings ${brought}: with the ` +
      'version that wrote it, npm run directory -- export BUNDLE; then move the data folder away, start this version, ' +
      'and npm run directory -- import BUNDLE.',
  );
}
