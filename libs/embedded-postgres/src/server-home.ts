import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canUse, reachablePlace } from './reachable-places.js';
import { runOrThrow, type ServerAccount } from './run-command.js';

/**
 * The folder of the server's files: `<dataDir>/postgres`. If the server's account cannot access that, it is a folder
 * elsewhere, and `<dataDir>/postgres` links to it.
 */
export async function serverHome(dataDir: string, account: ServerAccount | undefined): Promise<string> {
  const home = join(dataDir, 'postgres');
  const target = await readlink(home).catch(() => undefined);
  if (!account) return target ?? home;
  if (target !== undefined) {
    if (await claim(target, dataDir)) return target;
    await rm(home);
  }
  if (await canUse(account, dataDir)) return home;

  const elsewhere = join(await reachablePlace(account), randomBytes(8).toString('hex'));
  if (existsSync(home)) await moveAway(home, elsewhere);
  // The link is created first, so that an interrupted start is found again.
  else await symlink(elsewhere, home);
  await claim(elsewhere, dataDir);
  return elsewhere;
}

/**
 * Records which data folder the files elsewhere belong to. Returns false when they belong to another data folder that
 * still links to them: then this folder is a copy of that one, and the users of the two would not see each other. Also
 * false when the place no longer exists.
 */
async function claim(elsewhere: string, dataDir: string): Promise<boolean> {
  const note = `${elsewhere}.data-dir`;
  const owner = await readFile(note, 'utf8').catch(() => dataDir);
  const taken = owner !== dataDir && (await readlink(join(owner, 'postgres')).catch(() => undefined)) === elsewhere;
  if (taken || !existsSync(dirname(elsewhere))) return false;
  await writeFile(note, dataDir);
  return true;
}

/**
 * For a checkout that was moved to where the account has no access. The files stay in place until their copy is
 * complete.
 */
async function moveAway(home: string, elsewhere: string): Promise<void> {
  await runOrThrow('cp', ['-a', home, elsewhere]);
  const moved = `${home}.moved`;
  await rename(home, moved);
  await symlink(elsewhere, home);
  await rm(moved, { recursive: true });
}

/** Changes the owner of files that root has copied or restored: PostgreSQL accepts only files of its own user. */
export async function giveHome(home: string, account: ServerAccount | undefined): Promise<void> {
  if (!account || !existsSync(home) || (await stat(home)).uid === account.uid) return;
  await runOrThrow('chown', ['-R', `${account.uid}:${account.gid}`, home]);
}
