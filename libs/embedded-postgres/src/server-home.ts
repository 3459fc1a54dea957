import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { runProgram, runOrThrow, type ServerAccount } from './run-program.js';

/**
 * The folder for files that the account cannot reach in place, such as a checkout under `/root`. Changing the
 * permissions there would open the user's home to everyone.
 */
const ELSEWHERE = '/var/lib/agency-directory';

/**
 * The folder of the server's files: `<dataDir>/postgres`. If the server's account cannot access it, it links to a
 * folder elsewhere.
 * @throws EmbeddedServerError if there are files already that the account cannot access
 */
export async function serverHome(dataDir: string, account: ServerAccount | undefined): Promise<string> {
  const home = join(dataDir, 'postgres');
  const target = await readlink(home).catch(() => undefined);
  if (target !== undefined) return target;
  if (!account || (await canUse(account, dataDir))) return home;
  if (existsSync(home))
    throw new EmbeddedServerError(`The user ${account.uid} can't reach ${home}: move the data folder`);
  // If two processes start at the same time, the first link wins.
  await symlink(join(await reachableFolder(), randomBytes(8).toString('hex')), home).catch(() => undefined);
  return readlink(home);
}

/** A folder that every account may enter. */
export async function reachableFolder(): Promise<string> {
  await mkdir(ELSEWHERE, { recursive: true });
  await chmod(ELSEWHERE, 0o711);
  return ELSEWHERE;
}

/** Whether the account may enter a folder or read a file; tested by a program that runs as the account. */
export async function canUse(account: ServerAccount, path: string): Promise<boolean> {
  const test = 'if test -d "$1"; then test -x "$1"; else test -r "$1"; fi';
  return (await runProgram('/bin/sh', ['-c', test, 'sh', path], account)).ok;
}

/**
 * Transfers files that root has created, copied or restored to the account: PostgreSQL accepts only files of its own
 * user.
 */
export async function giveTo(account: ServerAccount | undefined, path: string): Promise<void> {
  if (!account || !existsSync(path) || (await stat(path)).uid === account.uid) return;
  await runOrThrow('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}
