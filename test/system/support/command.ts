import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A log line of a service in production. */
interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly faults?: readonly string[];
}

/** How a command ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A command as a person types it, with all processes that it starts, in their own process group. */
export class Command {
  readonly ended: Promise<Ending>;
  private text = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (this.text += String(part)));
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  /** Starts it. The only inherited environment variables are those that find programs. */
  static start([file = '', ...args]: readonly string[], { env = {}, cwd = ROOT }: CommandOptions = {}): Command {
    const { PATH = '', HOME = '' } = process.env;
    const own = { PATH, HOME, npm_config_update_notifier: 'false' };
    return new Command(
      spawn(file, args, { cwd, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
    );
  }

  /** The whole output. */
  get output(): string {
    return this.text;
  }

  /** Waits for output that matches the pattern, and returns its first group. */
  async printed(pattern: RegExp): Promise<string> {
    const isOver = this.ended.then(() => true);
    for (;;) {
      const found = pattern.exec(this.text);
      if (found) return found[1] ?? found[0];
      const over = await Promise.race([isOver, new Promise((wake) => setTimeout(wake, 20, false))]);
      if (over && !pattern.test(this.text)) throw new Error(`Ended without ${String(pattern)}:\n${this.text}`);
    }
  }

  /** The lines of a log, each of them JSON. */
  get lines(): LogLine[] {
    return logLines(this.text);
  }

  /** The address of the service that it starts. */
  address(): Promise<string> {
    return this.printed(/listens on (http:[^\s"]+)/);
  }

  /** Sends a signal to the command itself, as a supervisor does, but not to its children. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends a signal to all its processes, as a terminal does. */
  signalAll(signal: NodeJS.Signals): void {
    if (this.child.pid) process.kill(-this.child.pid, signal);
  }

  /** Whether any of its processes is running. */
  get lives(): boolean {
    try {
      this.signalAll(0 as unknown as NodeJS.Signals); // 0 only checks whether they exist
      return true;
    } catch {
      return false;
    }
  }

  /** Waits for the end of the command and of all its children. */
  async end(): Promise<Ending> {
    const ending = await this.ended;
    const hasEnded = () => {
      if (this.lives) throw new Error(`What ${this.child.spawnargs.join(' ')} has started still runs`);
    };
    await vi.waitFor(hasEnded, { timeout: 60_000 });
    return ending;
  }

  /** For failed tests. */
  kill(): void {
    if (this.lives) this.signalAll('SIGKILL');
  }
}

/** @throws SyntaxError for a line that is not JSON */
export const logLines = (text: string): LogLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine);
