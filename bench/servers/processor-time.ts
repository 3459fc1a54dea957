import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds per unit of `/proc/PID/stat`. */
const TICK_MS = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Fields of `/proc/PID/stat`, counted from 0. `children` are those that have ended. */
const FIELDS = { own: [13, 14], children: [15, 16] };

/** Processor time of a process since its start, in milliseconds; 0 if it has ended. */
export function processorMs(pid: number, part: keyof typeof FIELDS = 'own'): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return FIELDS[part].reduce((sum, field) => sum + Number(fields[field - 2]), 0) * TICK_MS;
  } catch {
    return 0;
  }
}
