import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { runOrThrow, type ServerAccount } from './run-program.js';
import { giveTo } from './server-home.js';

/** The files of a server. */
export interface ServerFiles {
  /** The folder with the cluster, the password and the log. */
  readonly home: string;
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  /** The account that runs the programs and owns the files; undefined: the user of this process. */
  readonly account: ServerAccount | undefined;
}

/** The server's superuser. */
export const SUPERUSER = 'directory';

/** PostgreSQL's data folder in the home. */
export const clusterOf = (home: string): string => join(home, 'cluster');

const passwordFile = (home: string): string => join(home, 'password');

/** The superuser's password. */
export const readPassword = (home: string): Promise<string> => readFile(passwordFile(home), 'utf8');

/**
 * Creates the home with an empty cluster and a password if it does not exist. It is created under a temporary name and
 * renamed when complete, so a home is always complete. If two processes create it, the second one discards its own.
 */
export async function createCluster({ home, bin, account }: ServerFiles): Promise<void> {
  if (existsSync(clusterOf(home))) return;
  const draft = `${home}.new-${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile(draft), randomBytes(24).toString('base64url'), { mode: 0o600 });
  await giveTo(account, draft);
  await runOrThrow(join(bin, 'initdb'), initdbOptions(draft), account);
  await rename(draft, home).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    if (!existsSync(clusterOf(home))) throw error;
  });
}

/** PostgreSQL's builtin locale, in which texts compare and fold equally on every system. */
function initdbOptions(home: string): string[] {
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
  ];
}

/** Tells the operator how to migrate data that this version cannot use. */
export const moveByBundle =
  'with the version that wrote it, npm run directory -- export BUNDLE; then move the data folder away, start this version, ' +
  'and npm run directory -- import BUNDLE.';

/**
 * PostgreSQL reads only files of its own major version.
 * @throws EmbeddedServerError with instructions, if another version created the cluster
 */
export async function ensureSameVersion({ home, bin, account }: ServerFiles): Promise<void> {
  const made = (await readFile(join(clusterOf(home), 'PG_VERSION'), 'utf8')).trim();
  const brought = /(\d+)(?:\.\d+)*\D*$/.exec(await runOrThrow(join(bin, 'postgres'), ['--version'], account))?.[1];
  if (made === brought) return;
  throw new EmbeddedServerError(
    `The data in ${home} was written by PostgreSQL ${made}, and this version of the service includes ${brought ?? 'none'}: ${moveByBundle}`,
  );
}
