import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canUse, reachablePlace } from './reachable-places.js';
import { runOrThrow, type ServerAccount } from './run-command.js';

/**
 * The folder of the server's files: `<dataDir>/postgres`. Where the server's account can't reach that, it is a folder
 * elsewhere, which `<dataDir>/postgres` links to.
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
  // The link comes first, so that what is begun there is found again.
  else await symlink(elsewhere, home);
  await claim(elsewhere, dataDir);
  return elsewhere;
}

/**
 * Notes which data folder the files elsewhere belong to. Answers false when that is another one, which still links to them:
 * then this data folder is a copy of that, and their users would not know of each other. Also when the place is gone.
 */
async function claim(elsewhere: string, dataDir: string): Promise<boolean> {
  const note = `${elsewhere}.data-dir`;
  const owner = await readFile(note, 'utf8').catch(() => dataDir);
  const taken = owner !== dataDir && (await readlink(join(owner, 'postgres')).catch(() => undefined)) === elsewhere;
  if (taken || !existsSync(dirname(elsewhere))) return false;
  await writeFile(note, dataDir);
  return true;
}

/** A checkout may move to where the account can't follow. The files stay where they are until their copy is complete. */
async function moveAway(home: string, elsewhere: string): Promise<void> {
  await runOrThrow('cp', ['-a', home, elsewhere]);
  const moved = `${home}.moved`;
  await rename(home, moved);
  await symlink(elsewhere, home);
  await rm(moved, { recursive: true });
}

/** Gives the account what root has copied or restored; PostgreSQL takes no files but its own user's. */
export async function giveHome(home: string, account: ServerAccount | undefined): Promise<void> {
  if (!account || !existsSync(home) || (await stat(home)).uid === account.uid) return;
  await runOrThrow('chown', ['-R', `${account.uid}:${account.gid}`, home]);
}
