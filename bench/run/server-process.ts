import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../places.js';

const PATIENCE_MS = 60_000;
const GRACE_MS = 10_000;
const TAIL = 4_000;

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
   * @param root the folder that the program's paths begin at
   * @throws Error with its last words when it does not answer
   */
  static async start(
    name: string,
    program: readonly string[],
    env: Record<string, string>,
    root: string = ROOT,
  ): Promise<ServerProcess> {
    const port = await freePort();
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: { ...inherited(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(name, `http://127.0.0.1:${port}`, child);
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await server.answers())) {
      if (server.hasEnded || performance.now() > deadline) {
        await server.stop();
        throw new Error(`${name} did not start:\n${server.lastWords}`);
      }
      await sleep(100);
    }
    return server;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The end of what it has printed. */
  get lastWords(): string {
    return this.output;
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
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const insisting = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(insisting);
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
