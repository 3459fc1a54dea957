import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { Pool } from 'pg';

/** `sysconf(_SC_CLK_TCK)`, fixed in Linux. */
const TICKS_A_SECOND = 100;

/** The processor time of a whole PostgreSQL server on this machine. */
export class PostgresCpu {
  private constructor(private readonly postmaster: number) {}

  /** `undefined` when the server runs elsewhere, or without /proc. */
  static async of(pool: Pool): Promise<PostgresCpu | undefined> {
    if (!existsSync('/proc/self/stat')) return undefined;
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const backend = statOf(rows[0]?.pid ?? 0);
      return backend?.name === 'postgres' ? new PostgresCpu(backend.parent) : undefined;
    } finally {
      client.release();
    }
  }

  /** In milliseconds since its start, of running and ended processes. */
  now(): number {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const stats = processes.map((pid) => statOf(Number(pid)));
    const children = stats.filter((stat) => stat?.parent === this.postmaster);
    const ticks = children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0);
    const postmaster = statOf(this.postmaster);
    return ((ticks + (postmaster?.own ?? 0) + (postmaster?.ended ?? 0)) * 1000) / TICKS_A_SECOND;
  }
}

interface ProcessStat {
  readonly name: string;
  readonly parent: number;
  /** Ticks of the process, and of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ').map(Number);
    const of = (at: number) => fields[at] ?? 0;
    return { name, parent: of(1), own: of(11) + of(12), ended: of(13) + of(14) };
  } catch {
    return undefined;
  }
}
