import type { Standby } from '../../test/system/support/standby.js';
import { withClient } from '../../test/support/with-client.js';
import type { Program } from '../servers/program.js';

/** Allowed growth by unit, from the first third of a run to the last, after a warm-up of a third. */
const GROWTH = {
  memory: { factor: 1.05, more: 16 },
  files: { factor: 1, more: 20 },
  sessions: { factor: 1, more: 4 },
  // VACUUM runs once a minute, and when a fifth of a table is dead.
  dead: { factor: 1.5, more: 10_000 },
  size: { factor: 1.5, more: 8 },
} as const;

/** Measurements by name, which ends with a unit; memory and size in MB. */
export type Sample = Readonly<Record<`${string} ${keyof typeof GROWTH}`, number>>;

/** Tables whose rows are deleted or replaced within the run. */
const TABLES = `
  SELECT relname AS name, n_dead_tup::int AS dead, pg_total_relation_size(relid)::float / 1048576 AS size
  FROM pg_stat_user_tables WHERE relname IN ('accounts', 'agents', 'credential_uses', 'feed_upload_chunks',
    'feed_uploads', 'hook_messages', 'hook_states', 'idempotent_answers', 'listing_documents', 'listings',
    'current_listings', 'pending_changes')`;
const SESSIONS = `SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE application_name LIKE 'agency-directory%'`;

export async function takeSample(programs: readonly Program[], primaryUrl: string, standby: Standby): Promise<Sample> {
  const onPrimary = <Row extends object>(text: string) =>
    withClient(primaryUrl, async (admin) => (await admin.query<Row>(text)).rows);
  const tables = await onPrimary<{ name: string; dead: number; size: number }>(TABLES);
  const [primaryRow] = await onPrimary<{ sessions: number }>(SESSIONS);
  const [standbyRow] = await standby.query<{ sessions: number }>(SESSIONS);
  const numbers: [string, number][] = [
    ...programs.map((program): [string, number] => [`${program.name} memory`, program.memory('VmRSS')]),
    ...programs.map((program): [string, number] => [`${program.name} files`, program.openFiles]),
    ['primary sessions', primaryRow?.sessions ?? 0],
    ['standby sessions', standbyRow?.sessions ?? 0],
    ...tables.map(({ name, dead }): [string, number] => [`${name} dead`, dead]),
    ...tables.map(({ name, size }): [string, number] => [`${name} size`, size]),
  ];
  return Object.fromEntries(numbers.map(([name, number]) => [name, Math.round(number * 10) / 10]));
}

/** A measurement of a run. */
export interface Growth {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  readonly grows: boolean;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

/** The growth of each measurement. */
export function growthOf(samples: readonly Sample[]): Record<string, Growth> {
  const warm = samples.slice(Math.ceil(samples.length / 3));
  const third = Math.floor(warm.length / 3);
  return Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((key) => {
      const name = key as keyof Sample; // only its own keys
      const numberOf = (sample: Sample) => sample[name] ?? 0;
      const first = median(warm.slice(0, third).map(numberOf));
      const last = median(warm.slice(warm.length - third).map(numberOf));
      const { factor, more } = GROWTH[name.split(' ').at(-1) as keyof typeof GROWTH]; // the last word is the unit
      const highest = Math.max(...samples.map(numberOf));
      const growth: Growth = { first, last, highest, grows: last > first * factor + more };
      return [name, growth];
    }),
  );
}
