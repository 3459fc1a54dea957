import { readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pidRuns, processStatus } from './live-process.js';

/** The main process of a running server, from its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** The server that runs on this cluster, if any. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  // PID, data folder, start, port, socket folder, address, shared memory, status.
  const [pid, , , port, , , , status] = lines(cluster);
  if (!pid || !isPostmaster(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' };
}

/**
 * PostgreSQL takes any running process with the pid in a leftover `postmaster.pid` for a server, and refuses to start.
 * This removes the file if that process certainly is not a server; otherwise PostgreSQL's own checks decide.
 */
export async function removeMisleadingPidFile(cluster: string): Promise<void> {
  const pid = Number(lines(cluster)[0]);
  if (!pid || isPostmaster(pid, cluster)) return;
  if (processStatus(pid)) await rm(pidFile(cluster), { force: true });
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (!pidRuns(pid)) return false;
  const status = processStatus(pid);
  // Without /proc this cannot be decided.
  if (!status) return true;
  return status.name === 'postgres' && (workingDirectory(pid) ?? cluster) === cluster;
}

/**
 * The working directory of a process; a server's is its cluster. In a container even root may not be allowed to read
 * that of another user's process.
 */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function lines(cluster: string): string[] {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
