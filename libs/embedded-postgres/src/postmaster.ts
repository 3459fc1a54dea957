import { readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pidRuns, processStatus } from './live-process.js';

/** The main process of a running server, as its `postmaster.pid` tells. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** The server that runs on this cluster, if one does. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  // PID, data folder, start, port, socket folder, address, shared memory, status.
  const [pid, , , port, , , , status] = lines(cluster);
  if (!pid || !isPostmaster(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' };
}

/**
 * PostgreSQL takes any running process of the pid in a left-over `postmaster.pid` for a server, and then refuses to start.
 * Removes the file if that process is certainly none; otherwise PostgreSQL's own checks, which know more, decide.
 */
export async function removeMisleadingPidFile(cluster: string): Promise<void> {
  const pid = Number(lines(cluster)[0]);
  if (!pid || isPostmaster(pid, cluster)) return;
  if (processStatus(pid)) await rm(pidFile(cluster), { force: true });
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (!pidRuns(pid)) return false;
  const status = processStatus(pid);
  // Without /proc there is no telling.
  if (!status) return true;
  return status.name === 'postgres' && (workingDirectory(pid) ?? cluster) === cluster;
}

/** A server works in its cluster. In a container even root may not see where another user's process works. */
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
