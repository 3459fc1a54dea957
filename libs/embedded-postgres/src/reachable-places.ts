import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { runCommand, type ServerAccount } from './run-command.js';

const NAME = 'agency-directory';

/**
 * Whether the account may enter these folders and read these files. The system is asked; nothing is computed from
 * modes.
 */
export async function canUse(account: ServerAccount, ...paths: string[]): Promise<boolean> {
  const test = 'for path; do if test -d "$path"; then test -x "$path"; else test -r "$path"; fi || exit 1; done';
  return (await runCommand('/bin/sh', ['-c', test, 'sh', ...paths], account)).ok;
}

/**
 * A folder of root that the account can access, for files that it cannot reach at their place (a checkout under
 * `/root`). Changing the permissions there instead would open the user's home to everybody.
 *
 * @throws EmbeddedServerError when there is none
 */
export async function reachablePlace(account: ServerAccount): Promise<string> {
  const candidates = [join('/var/lib', NAME), join(tmpdir(), NAME)];
  for (const place of candidates) {
    if ((await makePlace(place)) && (await canUse(account, place))) return place;
  }
  throw new EmbeddedServerError(
    `The user of the PostgreSQL server (uid ${account.uid}) can't reach this folder, nor ${candidates.join(' or ')}. ` +
      'Choose a DATA_DIR that it can reach, or set DATABASE_URL to a server that runs.',
  );
}

async function makePlace(place: string): Promise<boolean> {
  try {
    await mkdir(place, { recursive: true });
    const { uid } = await lstat(place);
    // In a shared temporary folder another user may have created it.
    if (uid !== 0) return false;
    await chmod(place, 0o711);
    return true;
  } catch {
    return false;
  }
}
