import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, SERVER_PROBE, type Program } from '../places.js';
import { answerOf, end, hasEnded } from './child.js';
import type { ServerUsage } from './server-probe.js';

const PATIENCE_MS = 60_000;
const TAIL = 4_000;

interface StartOptions {
  /** The folder that the program's paths begin at. */
  readonly root?: string;
  readonly signal?: AbortSignal;
}

/** One of the measured HTTP servers, as a process of its own. */
export class ServerProcess {
  private output = '';

  private constructor(
    readonly name: string,
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output = (this.output + text.toString()).slice(-TAIL)));
    }
  }

  /**
   * Starts it, and waits until it answers.
   *
   * @throws Error with its last words when it does not answer
   */
  static async start(
    name: string,
    program: Program,
    env: Record<string, string>,
    { root = ROOT, signal }: StartOptions = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const child = spawn(process.execPath, ['--import', SERVER_PROBE, ...program.args], {
      cwd: root,
      env: { ...inherited(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...program.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const server = new ServerProcess(name, `http://127.0.0.1:${port}`, child);
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await server.answers())) {
      if (server.hasEnded || signal?.aborted || performance.now() > deadline) {
        await server.stop();
        signal?.throwIfAborted();
        throw new Error(`${name} did not start:\n${server.lastWords}`);
      }
      await sleep(100);
    }
    return server;
  }

  get hasEnded(): boolean {
    return hasEnded(this.child);
  }

  /** The end of what it has printed. */
  get lastWords(): string {
    return this.output;
  }

  /** What it has used since its start. */
  async usage(): Promise<ServerUsage> {
    return (await answerOf(this.child, 'usage')) as ServerUsage; // all that the probe sends
  }

  /** Resident memory in MB, now and at its highest; only where /proc tells. */
  memory(): { now: number; peak: number } | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
      return { now: of('VmRSS'), peak: of('VmHWM') };
    } catch {
      return undefined;
    }
  }

  /** Asks it to end, and insists when it does not. */
  stop(): Promise<void> {
    return end(this.child);
  }

  private async answers(): Promise<boolean> {
    return fetch(`${this.url}/livez`).then(
      () => true,
      () => false,
    );
  }
}

/** Of the environment only what every process needs: the machine's own settings must not change what is measured. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : [])));
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // a TCP server that listens
  probe.close();
  await once(probe, 'close');
  return port;
}
