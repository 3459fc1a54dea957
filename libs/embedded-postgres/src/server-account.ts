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
  if (user === undefined) return undefined;
  const owner = await ownerOf(home);
  if (user === 0) return owner && owner.uid !== 0 ? owner : await systemAccount();
  if (owner && owner.uid !== user) {
    throw new EmbeddedServerError(
      `${home} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another DATA_DIR.`,
    );
  }
  return undefined;
}

async function ownerOf(path: string): Promise<ServerAccount | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function systemAccount(): Promise<ServerAccount> {
  const account = (await lookUp()) ?? (await make());
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

const WAYS = [
  [
    ['groupadd', '--system', NAME],
    [
      'useradd',
      '--system',
      '--gid',
      NAME,
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
      NAME,
    ],
  ],
  // For Alpine and other small systems.
  [
    ['addgroup', '-S', NAME],
    ['adduser', '-S', '-D', '-H', '-G', NAME, '-s', '/bin/false', NAME],
  ],
] as const;

/** Only the result counts: the group may exist already, and another start may be faster. */
async function make(): Promise<ServerAccount | undefined> {
  for (const commands of WAYS) {
    for (const [file, ...args] of commands) await runCommand(file, args).catch(() => undefined);
    const account = await lookUp();
    if (account) return account;
  }
  return undefined;
}
