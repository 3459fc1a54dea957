import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cleanup } from '../cleanup.js';
import { CONNECTIONS, TIMEOUT_SECONDS, type Fire, type Fired, type Load, type Request } from './load.js';
import { WRK_SCRIPT } from './wrk-script.js';

const run = promisify(execFile);

/** How often a status above 399 or what `response` finds wrong, and four kinds of failed connections. */
const FAULTS = ['wrong status', 'status above 399', 'connect', 'read', 'write', 'timeout'];

/** wrk: asks from one thread in C, and takes a fifth of what autocannon takes of a core. */
export class WrkLoad implements Load {
  private readonly files = new Map<readonly Request[], string>();

  private constructor(
    readonly name: string,
    private readonly folder: string,
  ) {}

  /** `undefined` where wrk is not installed. */
  static async find(cleanup: Cleanup): Promise<WrkLoad | undefined> {
    const version = await versionOfWrk();
    if (!version) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'bench-wrk-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'ask.lua'), WRK_SCRIPT);
    return new WrkLoad(version, folder);
  }

  async fire({ url, headers, requests, from, seconds, statuses, signal }: Fire): Promise<Fired> {
    const file = await this.fileOf(requests);
    const own = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const extent = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`];
    const script = ['-s', join(this.folder, 'ask.lua')];
    const args = [...extent, ...own, ...script, url, '--', file, String(from), statuses.join(',')];
    const { stdout } = await run('wrk', args, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    const numbers = /\nDONE (.*)\n/.exec(stdout)?.[1]?.split(' ').map(Number);
    if (!numbers) throw new Error(`wrk ended without a result:\n${stdout}`);
    const [count = 0, asked = 0, took = 0, p50 = 0, p99 = 0, ...faults] = numbers;
    const wrong = new Map(FAULTS.flatMap((name, at) => (faults[at] ? [[name, faults[at]] as const] : [])));
    return { count, asked: asked - from, seconds: took / 1e6, p50: p50 / 1000, p99: p99 / 1000, wrong };
  }

  private async fileOf(requests: readonly Request[]): Promise<string> {
    const known = this.files.get(requests);
    if (known) return known;
    const file = join(this.folder, `${this.files.size}.requests`);
    await writeFile(file, requests.map(({ path, etag }) => (etag ? `${path}\t${etag}\n` : `${path}\n`)).join(''));
    this.files.set(requests, file);
    return file;
  }
}

/** It prints its version and its usage, and ends with 1. */
async function versionOfWrk(): Promise<string | undefined> {
  const said = await run('wrk', ['--version']).catch((error: unknown) => error as { stdout?: string }); // what execFile rejects with
  const version = /^wrk \S*?(\d+(?:\.\d+)+)/.exec(said.stdout ?? '')?.[1];
  return version && `wrk ${version}`;
}
