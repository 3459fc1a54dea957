import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../libs/embedded-postgres/src/postgres-server.js';
import type { Cleanup } from '../cleanup.js';
import { DATA, ROOT } from '../directory/build.js';
import { ask } from '../run/load.js';
import { processorMs } from './processor-time.js';
import type { ServerUsage } from './server-probe.js';

const START_TIMEOUT_MS = 60_000;
const GRACE_MS = 10_000;

interface ProgramOptions {
  readonly root?: string;
  /** The file for its output. */
  readonly log?: string;
}

/** A program of the service in its own process. */
export class Program {
  private child: ChildProcess;

  /** @param args arguments of node */
  constructor(
    readonly name: string,
    private readonly args: readonly string[],
    private readonly env: Readonly<Record<string, string>>,
    cleanup: Cleanup,
    private readonly options: ProgramOptions = {},
  ) {
    this.start();
    cleanup.add(() => this.end());
  }

  /** Starts the program, for the first time or again, as a supervisor does. */
  start(): void {
    mkdirSync(dirname(this.log), { recursive: true });
    const output = openSync(this.log, 'a');
    this.child = spawn(process.execPath, this.args, {
      cwd: this.options.root ?? ROOT,
      env: { ...inherited(), NODE_ENV: 'production', ...this.env },
      stdio: ['ignore', output, output, 'ipc'],
      serialization: 'advanced',
    });
    closeSync(output);
  }

  get log(): string {
    return this.options.log ?? join(DATA, 'bench-logs', `${this.name}.log`);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Asks the program to end, and kills it if it does not. */
  private async end(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const insisting = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(insisting);
  }

  /** The usage of a traced server since its start, and the statements since the previous call. */
  async usage(): Promise<ServerUsage> {
    const answer = once(this.child, 'message');
    this.child.send('usage');
    return ((await answer) as [ServerUsage])[0]; // the probe sends only this message
  }

  /** Resident memory in MB, current or peak. */
  memory(kind: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  }

  /** Processor time of all threads, in milliseconds. */
  get processorMs(): number {
    return processorMs(this.child.pid ?? 0);
  }

  get openFiles(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }
}

/** A program that serves HTTP. */
export class Server extends Program {
  /** Time from its start until it is ready. */
  seconds = 0;
  url = '';

  /** Starts the program, and waits until it is ready. @throws Error if it does not become ready */
  static async start(
    name: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cleanup: Cleanup,
    options?: ProgramOptions,
  ): Promise<Server> {
    const port = String(await freePort());
    const begun = performance.now();
    const server = new Server(name, args, { HOST: '127.0.0.1', PORT: port, ...env }, cleanup, options);
    server.url = `http://127.0.0.1:${port}`;
    while (!(await server.isReady())) {
      if (server.hasEnded || performance.now() - begun > START_TIMEOUT_MS)
        throw new Error(`${name} did not start: see ${server.log}`);
      await sleep(20);
    }
    server.seconds = (performance.now() - begun) / 1000;
    return server;
  }

  private isReady(): Promise<boolean> {
    return ask(`${this.url}/readyz`, {}).then(
      ({ status }) => status !== 503,
      () => false,
    );
  }
}

/** Settings of the machine must not change the results. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : [])));
}
