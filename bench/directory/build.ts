import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The root of the repository; this file is compiled to `bench/dist/bench/directory`. */
export const ROOT = join(import.meta.dirname, '../../../..');
/** The folder of the PostgreSQL server, checkouts of other commits, and logs. */
export const DATA = join(ROOT, '.data');

const run = promisify(execFile);
/** Maximum output of a command, in bytes. */
const OUTPUT = 64 * 1024 * 1024;

/** The database of a program, and its operator's credentials. */
export const operatorEnvironment = (url: string) => ({
  DATABASE_URL: url,
  ROOT_ACCESS_KEY: randomBytes(24).toString('base64url'),
  ROOT_SECRET_KEY: randomBytes(24).toString('base64url'),
  SECRETS_KEY: Buffer.alloc(32, 'bench').toString('base64'),
});

/** A commit of this repository, built in a folder. */
export class Build {
  private readonly scripts: Readonly<Record<string, string>>;

  /** @param commit for a checkout: the first twelve digits of its hash */
  constructor(
    readonly root = ROOT,
    readonly commit = '',
  ) {
    // The project's own.
    const file = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    this.scripts = file.scripts;
  }

  /** Checks out, installs and builds a commit below `.data/bench-commits`, where it stays for the next run. */
  static async ofCommit(ref: string): Promise<Build> {
    const git = await run('git', ['rev-parse', '--verify', '--short=12', `${ref}^{commit}`], { cwd: ROOT });
    const commit = git.stdout.trim();
    const root = join(DATA, 'bench-commits', commit);
    if (!existsSync(root)) await checkOut(commit, root);
    return new Build(root, commit);
  }

  /** Differs if a migration differs: before a release, migrations are rewritten, not added. */
  get tables(): string {
    const folder = join(this.root, 'libs/persistence/src/migrations');
    const hash = createHash('sha256');
    for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
    return hash.digest('hex').slice(0, 12);
  }

  /** The arguments of node in a script such as `exec node --flag main.js`. */
  program(script: string): string[] {
    const words = (this.scripts[script] ?? '').split(' ');
    return words.slice(words.indexOf('node') + 1);
  }

  /** Runs a command of the operator's command line on a database. */
  async command(url: string, ...args: readonly string[]): Promise<void> {
    const env = { ...process.env, ...operatorEnvironment(url), STATEMENT_TIMEOUT_MS: '0' };
    const options = { cwd: this.root, env, maxBuffer: OUTPUT };
    await run(process.execPath, [...this.program('directory'), ...args], options);
  }
}

/** Builds a draft, which gets its final name when it is complete. */
async function checkOut(commit: string, root: string): Promise<void> {
  const draft = `${root}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  console.error(`installing and building ${commit}`);
  const archive = join(draft, 'commit.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await run('tar', ['-xf', archive], { cwd: draft });
  await rm(archive);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft });
  await run('npm', ['run', 'build'], { cwd: draft });
  await rename(draft, root);
}
