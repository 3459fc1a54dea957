import { readFileSync, readdirSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)`, fixed in Linux. */
const TICKS_A_SECOND = 100;

/** The processor time of a PostgreSQL server on this machine since its start, in milliseconds; `undefined` elsewhere. */
export function postgresCpu(backend: number): number | undefined {
  const parent = statOf(backend)?.parent;
  const postmaster = parent && statOf(parent);
  if (!postmaster || statOf(backend)?.name !== 'postgres') return undefined;
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const children = stats.filter((stat) => stat.parent === parent);
  const ticks = children.reduce((sum, { own }) => sum + own, postmaster.own + postmaster.ended);
  return (ticks * 1000) / TICKS_A_SECOND;
}

/** Ticks of a process, and of its children that have ended. */
function statOf(pid: number): { name: string; parent: number; own: number; ended: number } | undefined {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ').map(Number);
    const of = (at: number) => fields[at] ?? 0;
    return { name, parent: of(1), own: of(11) + of(12), ended: of(13) + of(14) };
  } catch {
    return undefined;
  }
}
