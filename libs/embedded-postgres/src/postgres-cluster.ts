import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runOrThrow, type ServerAccount } from './run-command.js';

/** The files of a server. */
export interface ServerFiles {
  /** The folder that holds the cluster, the password and the log. */
  readonly home: string;
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  /** The account that the programs run as and that owns the files; undefined: the user of this process. */
  readonly account: ServerAccount | undefined;
}

/** The server's superuser. */
export const SUPERUSER = 'directory';

/** PostgreSQL's data folder in the home. */
export function clusterOf(home: string): string {
  return join(home, 'cluster');
}

/** The superuser's password. */
export function readPassword(home: string): Promise<string> {
  return readFile(passwordFile(home), 'utf8');
}

/**
 * Creates the home, with an empty cluster and a password, if it does not exist. It is created beside its final place
 * and renamed when complete, so a home is always complete. Call it under the server's lock.
 *
 * @param durable whether the files must survive a crash of the machine
 * @returns whether it was created
 */
export async function createCluster(files: ServerFiles, durable: boolean): Promise<boolean> {
  if (existsSync(clusterOf(files.home))) return false;
  await sweepDrafts(files.home);
  const draft = `${files.home}.new-${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile(draft), randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (files.account) {
    const { uid, gid } = files.account;
    await Promise.all([draft, passwordFile(draft)].map((path) => chown(path, uid, gid)));
  }
  await runOrThrow(join(files.bin, 'initdb'), initdbOptions(draft, durable), files.account);
  await rename(draft, files.home);
  return true;
}

/** PostgreSQL's builtin locale: texts compare and fold equally on every system. */
function initdbOptions(home: string, durable: boolean): string[] {
  return [
    `--pgdata=${clusterOf(home)}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile(home)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** Removes drafts of killed starts. An initdb may still be writing there; the rest is removed the next time. */
async function sweepDrafts(home: string): Promise<void> {
  const room = dirname(home);
  const names = await readdir(room);
  const drafts = names.filter((name) => name.startsWith(`${basename(home)}.new-`));
  await Promise.all(
    drafts.map((name) => rm(join(room, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function passwordFile(home: string): string {
  return join(home, 'password');
}
