import { stat } from 'node:fs/promises';
import { EmbeddedServerError } from './embedded-server.error.js';
import { runCommand, type ServerAccount } from './run-command.js';

const NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its files, or else as the system user `postgres`,
 * which is created if missing. For any other user there is no account: the server runs as that user.
 *
 * @param home the folder of the server, which need not exist yet
 * @throws EmbeddedServerError when the folder belongs to somebody else, or no user can be created
 */
export async function serverAccount(home: string): Promise<ServerAccount | undefined> {
  const user = process.getuid?.();
  const owner = await stat(home).catch(() => undefined);
  if (user === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount();
  if (!owner || user === undefined || owner.uid === user) return undefined;
  throw new EmbeddedServerError(
    `${home} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another DATA_DIR.`,
  );
}

async function systemAccount(): Promise<ServerAccount> {
  const make = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'];
  // If it cannot be made, it may exist: another start may have been faster.
  const account = (await lookUp()) ?? (await runCommand('useradd', [...make, NAME]).then(lookUp, lookUp));
  if (account) return account;
  throw new EmbeddedServerError(
    `PostgreSQL can't run as root, and the user "${NAME}" can neither be found nor made. ` +
      'Start as an ordinary user, or set DATABASE_URL to a server that runs.',
  );
}

async function lookUp(): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', NAME]), runCommand('id', ['-g', NAME])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}
