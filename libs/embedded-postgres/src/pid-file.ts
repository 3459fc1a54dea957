import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The port of the server that a cluster's `postmaster.pid` names. PostgreSQL takes any process with the pid in a leftover
 * file for a server, and refuses to start: a file that names no running PostgreSQL is removed, where `/proc` tells.
 */
export function portOf(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  // Its lines are PID, data folder, start, port, ...
  const [pid, , , port] = read(file).split('\n');
  if (!pid) return undefined;
  // A server as a zombie has ended.
  if (!existsSync('/proc/self/stat') || / \(postgres\) [^Z]/.test(read(`/proc/${pid}/stat`))) return Number(port);
  rmSync(file, { force: true });
  return undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
