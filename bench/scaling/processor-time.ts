import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds of a unit of `/proc/PID/stat`. */
const TICK_MS = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The processor time of a PostgreSQL server: of its postmaster, its processes, and those that have ended. */
export function processorMs(postmaster: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = processes.flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []));
  const own = [postmaster, ...children].reduce((sum, pid) => sum + ticks(pid, 13) + ticks(pid, 14), 0);
  return (own + ticks(postmaster, 15) + ticks(postmaster, 16)) * TICK_MS;
}

/** @param field utime, stime, cutime, cstime: 13 to 16, counted from 0 */
function ticks(pid: number, field: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may have spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[field - 2]);
  } catch {
    return 0;
  }
}
