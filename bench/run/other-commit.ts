import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RequestClass } from '../classes/request-class.js';
import { compiledIn, filesDigest } from '../directory/files-digest.js';
import { MIGRATIONS, OTHER_COMMITS, programOf, ROOT, type Program } from '../places.js';
import type { Progress } from '../progress.js';
import { KnownRequests } from './known-requests.js';

const run = promisify(execFile);
/** Of a command, in bytes. */
const OUTPUT = 64 * 1024 * 1024;

/** Another commit of this repository: checked out below `.data`, installed and built there, kept for the next run. */
export class OtherCommit {
  private constructor(
    /** The first twelve digits of its hash. */
    readonly name: string,
    /** Where it is checked out. */
    readonly root: string,
    /** What its `npm run start:prod` starts. */
    readonly program: Program,
    private readonly requests: KnownRequests,
  ) {}

  /** @param ref what git calls it: `main~3`, a tag, a hash. @throws Error when git does not know it or it does not build */
  static async build(ref: string, progress: Progress, signal: AbortSignal): Promise<OtherCommit> {
    const git = await run('git', ['rev-parse', '--verify', '--short=12', `${ref}^{commit}`], { cwd: ROOT, signal });
    const name = git.stdout.trim();
    const root = join(OTHER_COMMITS, name);
    if (!existsSync(root)) await make(name, root, progress, signal);
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Scripts; // this project's own
    return new OtherCommit(name, root, programOf(scripts['start:prod']), await KnownRequests.of(root));
  }

  /** Whether it makes the same tables as this commit does, so that both can work on one database. */
  get hasSameTables(): boolean {
    const its = join(this.root, 'dist/libs/persistence/src/migrations');
    return existsSync(its) && filesDigest(compiledIn(its)) === filesDigest(compiledIn(MIGRATIONS));
  }

  /** Whether it knows all that the requests of a class name. */
  knows({ paths, fresh }: RequestClass): boolean {
    return [...paths, ...fresh].every((path) => this.requests.has(path));
  }

  /** What its import has to say of the lines of a bundle; nothing of them stays when some of them are bad. */
  async importFaults(bundle: string, env: Record<string, string>, signal: AbortSignal): Promise<string> {
    try {
      await directoryCommand(this.root, importing(bundle), env, signal);
      return '';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string') return error.stderr;
      throw error;
    }
  }
}

/** The command that imports a bundle, or nothing of it. */
export const importing = (bundle: string): readonly string[] => ['import', '--strict', bundle];

/** Runs a command of the checkout at `root` on the database of the environment. */
export async function directoryCommand(
  root: string,
  args: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const main = join(root, 'dist/apps/cli/src/main.js');
  await run(process.execPath, [main, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    signal,
    maxBuffer: OUTPUT,
  });
}

interface Scripts {
  readonly scripts: { readonly 'start:prod': string };
}

/** In a draft that gets its name when it is complete. */
async function make(name: string, root: string, progress: Progress, signal: AbortSignal): Promise<void> {
  const draft = `${root}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  progress.step(`checking out ${name}`);
  const archive = join(draft, 'commit.tar');
  await run('git', ['archive', '--output', archive, name], { cwd: ROOT, signal });
  await run('tar', ['-xf', archive], { cwd: draft, signal });
  await rm(archive);
  progress.step(`installing ${name}`);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft, signal });
  progress.step(`building ${name}`);
  await run('npm', ['run', 'build'], { cwd: draft, signal });
  await rename(draft, root);
}
