import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cleanup } from '../cleanup.js';
import { ROOT } from '../places.js';
import { end, hasEnded } from '../servers/child.js';

const CGROUPS = '/sys/fs/cgroup';

interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The limit of its memory. */
  readonly megabytes: number;
  /** Where its log is written. */
  readonly folder: string;
}

/** A process of the service, with its log in a file, and in as much memory as a container would give it. */
export class LimitedProcess {
  private child: ChildProcess;
  private readonly group: string | undefined;

  /** @param args of node */
  constructor(
    readonly name: string,
    private readonly args: readonly string[],
    private readonly options: ProcessOptions,
    cleanup: Cleanup,
  ) {
    this.group = memoryGroup(`agency-directory-soak-${process.pid}-${name.replaceAll(' ', '-')}`, options.megabytes);
    this.start();
    cleanup.add(async () => {
      await end(this.child);
      if (this.group !== undefined) rmdirSync(this.group);
    });
  }

  /** Starts it, for the first time or as a supervisor does when it has ended. */
  start(): void {
    const { env, folder } = this.options;
    const enter = this.group === undefined ? '' : `echo $$ > '${join(this.group, 'cgroup.procs')}' && `;
    const child = spawn('sh', ['-c', `${enter}exec "$@"`, 'sh', process.execPath, ...this.args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(folder, `${this.name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.once('close', () => log.end());
    this.child = child;
  }

  /** Whether the system limits the memory, as it tells itself. */
  get isLimited(): boolean {
    return readFileSync(`/proc/${this.child.pid}/cgroup`, 'utf8').includes('agency-directory-soak-');
  }

  get hasEnded(): boolean {
    return hasEnded(this.child);
  }

  /** Resident memory in MB. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  get openFiles(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }
}

/** A control group with a limit of memory, of either version; undefined where this user cannot make one. */
function memoryGroup(name: string, megabytes: number): string | undefined {
  const isSecond = existsSync(join(CGROUPS, 'cgroup.controllers'));
  const group = join(CGROUPS, isSecond ? '' : 'memory', name);
  try {
    mkdirSync(group);
    writeFileSync(join(group, isSecond ? 'memory.max' : 'memory.limit_in_bytes'), String(megabytes * 1024 ** 2));
    return group;
  } catch {
    return undefined;
  }
}
