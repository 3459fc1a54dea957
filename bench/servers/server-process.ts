import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.js';
import type { Program } from '../directory/build.js';
import { ROOT } from '../places.js';
import { answerOf, end, hasEnded } from './child.js';
import type { ServerUsage } from './server-probe.js';

const START_TIMEOUT_MS = 60_000;
/** Letters of its output. */
const TAIL = 4_000;

/** An HTTP server, as a process of its own. */
export class ServerProcess {
  private output = '';
  /** From its start until it is ready. */
  seconds = 0;

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output = (this.output + text.toString()).slice(-TAIL)));
    }
  }

  /** Starts it, and waits until it is ready. @throws Error with the end of its output when it is not */
  static async start({ args, env }: Program, variables: Record<string, string>, cleanup: Cleanup, root = ROOT) {
    const port = await freePort();
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...inherited(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, ...env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    const server = new ServerProcess(`http://127.0.0.1:${port}`, child);
    cleanup.add(() => end(child));
    while (!(await server.isReady())) {
      if (server.hasEnded || performance.now() - begun > START_TIMEOUT_MS)
        throw new Error(`${args.at(-1)} did not start:\n${server.lastOutput}`);
      await sleep(20);
    }
    server.seconds = (performance.now() - begun) / 1000;
    return server;
  }

  get hasEnded(): boolean {
    return hasEnded(this.child);
  }

  get lastOutput(): string {
    return this.output;
  }

  /** The usage of a traced server since its start; the statements since the usage before. */
  async usage(): Promise<ServerUsage> {
    return (await answerOf(this.child, 'usage')) as ServerUsage; // the one message of the probe
  }

  /** Resident memory in MB at its highest; 0 without /proc. */
  get peakMemory(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return 0;
    }
  }

  private isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ status }) => status !== 503,
      () => false,
    );
  }
}

/** Settings of the machine must not change the results. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : [])));
}

export async function freePort(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo; // a TCP server that listens
  listener.close();
  await once(listener, 'close');
  return String(port);
}
