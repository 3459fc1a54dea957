import { readFileSync } from 'node:fs';

/** What `/proc` knows of a process; undefined where there is none such, or no `/proc`. */
export interface ProcessStatus {
  readonly name: string;
  /** One letter; Z has ended, and only waits for its parent. */
  readonly state: string;
  /** Clock ticks from the machine's start to its own. */
  readonly startedAt: string;
}

/** Reads `/proc/<pid>/stat`. */
export function processStatus(pid: number): ProcessStatus | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The name is in brackets and may hold any character, brackets too.
  const [, name = '', rest = ''] = /^\d+ \((.*)\) ([^)]*)$/s.exec(stat) ?? [];
  const [state, startedAt] = [rest.split(' ')[0], rest.split(' ')[19]];
  return state && startedAt ? { name, state, startedAt } : undefined;
}

/** Whether a process of this pid runs; one that has ended, and only waits for its parent, does not. */
export function pidRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other error says that it runs, as somebody else.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  return processStatus(pid)?.state !== 'Z';
}

/**
 * A name for this process that no other gets, even when the system gives its pid away again, or starts anew:
 * pid, start and boot, fit for a file name. Without `/proc` the pid alone.
 */
export function processIdentity(): string {
  return identity(process.pid);
}

/** Whether the process of that name still runs. */
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
