import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compiledIn, filesDigest } from '../directory/files-digest.js';
import { MIGRATIONS, nodeArguments, OTHER_COMMITS, ROOT } from '../places.js';
import type { Progress } from '../progress.js';

const run = promisify(execFile);

/** Another commit of this repository: checked out below `.data`, installed and built there, kept for the next run. */
export class OtherCommit {
  private constructor(
    /** The first twelve digits of its hash. */
    readonly name: string,
    /** Where it is checked out. */
    readonly root: string,
    /** What its `npm run start:prod` gives to node. */
    readonly program: readonly string[],
  ) {}

  /** @param ref what git calls it: `main~3`, a tag, a hash. @throws Error when git does not know it or it does not build */
  static async build(ref: string, progress: Progress, signal: AbortSignal): Promise<OtherCommit> {
    const git = await run('git', ['rev-parse', '--verify', '--short=12', `${ref}^{commit}`], { cwd: ROOT, signal });
    const name = git.stdout.trim();
    const root = join(OTHER_COMMITS, name);
    if (!existsSync(root)) await make(name, root, progress, signal);
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Scripts; // this project's own
    return new OtherCommit(name, root, nodeArguments(scripts['start:prod']));
  }

  /** Whether it makes the same tables as this commit does, so that both can work on one database. */
  get hasSameTables(): boolean {
    const its = join(this.root, 'dist/libs/persistence/src/migrations');
    return existsSync(its) && filesDigest(compiledIn(its)) === filesDigest(compiledIn(MIGRATIONS));
  }

  /** Whether its write paths have the names that `writing/intake.ts` knows. */
  get isWritable(): boolean {
    return existsSync(join(this.root, 'dist/libs/bundles/src/index.js'));
  }

  /** Runs one of its commands, such as `['import', 'folder']`. */
  async directory(args: readonly string[], env: Record<string, string>, signal: AbortSignal): Promise<void> {
    await directoryCommand(this.root, args, env, signal);
  }
}

/** Runs a command of the checkout at `root` on the database of the environment. */
export async function directoryCommand(
  root: string,
  args: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const main = join(root, 'dist/apps/cli/src/main.js');
  await run(process.execPath, [main, ...args], { cwd: root, env: { ...process.env, ...env }, signal });
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
  await run(process.execPath, ['scripts/build-if-stale.mjs'], { cwd: draft, signal });
  await rename(draft, root);
}
