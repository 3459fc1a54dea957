import { readFileSync } from 'node:fs';

/** Process data from `/proc`; undefined without such a process or without `/proc`. */
export interface ProcessStatus {
  readonly name: string;
  /** One letter; Z is a zombie, which has ended and waits for its parent. */
  readonly state: string;
  /** Clock ticks from the start of the machine to that of the process. */
  readonly startedAt: string;
}

/** Reads `/proc/<pid>/stat`. */
export function processStatus(pid: number): ProcessStatus | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The name is in brackets and may contain any character, also brackets.
  const [, name = '', rest = ''] = /^\d+ \((.*)\) ([^)]*)$/s.exec(stat) ?? [];
  const [state, startedAt] = [rest.split(' ')[0], rest.split(' ')[19]];
  return state && startedAt ? { name, state, startedAt } : undefined;
}

/** Whether a process with this pid runs; a zombie does not. */
export function pidRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other error means that it runs, as another user.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  return processStatus(pid)?.state !== 'Z';
}

/**
 * A unique name of this process, also when its pid is reused or the machine restarts: pid, start time and boot id,
 * usable as a file name. Without `/proc` only the pid.
 */
export function processIdentity(): string {
  return identity(process.pid);
}

/** Whether the process with that name still runs. */
export function identityRuns(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  return pid > 0 && pidRuns(pid) && identity(pid) === name;
}

function identity(pid: number): string {
  const status = processStatus(pid);
  const boot = readText('/proc/sys/kernel/random/boot_id').slice(0, 8);
  return status ? `${pid}-${status.startedAt}-${boot}` : String(pid);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
