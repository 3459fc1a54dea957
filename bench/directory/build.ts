import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATA, ROOT } from '../places.js';
import type { Progress } from '../progress.js';

const run = promisify(execFile);
/** Of the output of a command, in bytes. */
const OUTPUT = 64 * 1024 * 1024;

/** The arguments of node, and variables. */
export interface Program {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Credentials of the operator that a program is started with. */
export function operatorEnvironment(url: string) {
  return {
    DATABASE_URL: url,
    ROOT_ACCESS_KEY: randomBytes(24).toString('base64url'),
    ROOT_SECRET_KEY: randomBytes(24).toString('base64url'),
    SECRETS_KEY: Buffer.alloc(32, 'bench').toString('base64'),
  };
}

/** A commit of this repository, built in a folder. */
export class Build {
  private readonly scripts: Readonly<Record<string, string>>;

  constructor(
    readonly root: string,
    /** Of a checkout: the first twelve digits of the commit. */
    readonly commit = '',
  ) {
    const file = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }; // the project's own
    this.scripts = file.scripts;
  }

  /** A commit, checked out, installed and built below `.data/bench-commits`, where it stays for the next run. */
  static async ofCommit(ref: string, progress: Progress, signal: AbortSignal): Promise<Build> {
    const git = await run('git', ['rev-parse', '--verify', '--short=12', `${ref}^{commit}`], { cwd: ROOT, signal });
    const commit = git.stdout.trim();
    const root = join(DATA, 'bench-commits', commit);
    if (!existsSync(root)) await checkOut(commit, root, progress, signal);
    return new Build(root, commit);
  }

  /** The program of a script such as `exec env NAME=value node --flag main.js`. */
  program(script: string): Program {
    const words = (this.scripts[script] ?? '').split(' ');
    const node = words.indexOf('node');
    const variables = words.slice(0, node).filter((word) => word.includes('='));
    return { args: words.slice(node + 1), env: Object.fromEntries(variables.map((word) => word.split('=', 2))) };
  }

  /** Runs a command of the operator's command line on a database. */
  async command(url: string, args: readonly string[], signal: AbortSignal): Promise<void> {
    const env = { ...process.env, ...operatorEnvironment(url), STATEMENT_TIMEOUT_MS: '0' };
    const options = { cwd: this.root, env, signal, maxBuffer: OUTPUT };
    await run(process.execPath, [...this.program('directory').args, ...args], options);
  }
}

/** In a draft, which gets its name when it is complete. */
async function checkOut(commit: string, root: string, progress: Progress, signal: AbortSignal): Promise<void> {
  const draft = `${root}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const archive = join(draft, 'commit.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT, signal });
  await run('tar', ['-xf', archive], { cwd: draft, signal });
  await rm(archive);
  progress.step(`installing ${commit}`);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft, signal });
  progress.step(`building ${commit}`);
  await run(process.execPath, ['scripts/build-if-stale.mjs', 'modules'], { cwd: draft, signal });
  await rename(draft, root);
}
