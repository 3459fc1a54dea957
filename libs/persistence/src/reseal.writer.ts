import { setTimeout as sleep } from 'node:timers/promises';
import { fingerprintOfKey, join, opened, raw, seal, sql, type SecretsKeys, type Sql, type SqlExecutor } from '@app/sql';
import { AuditTrail, type CommandAuthor } from '@app/writes';

/** A column whose values are sealed, and the key of its table. */
interface SealedColumn {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
}

/** Every column whose values are sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'credentials', key: ['id'], column: 'secret_sealed' },
  { table: 'idempotent_answers', key: ['credential_id', 'key'], column: 'answer' },
  { table: 'feed_upload_chunks', key: ['upload_id', 'position'], column: 'bytes' },
];

/** Values that are read together: a chunk of a feed has 512 kB. */
const AT_A_TIME = 16;

/** Below the time after which PostgreSQL looks for deadlocks: a request must not be the one that it ends. */
const LOCK_MS = 500;

export interface ResealOptions {
  readonly signal: AbortSignal;
  /** Called after each set with the values of a table that were looked at. */
  readonly onProgress?: (table: string, count: number) => void;
}

/** What a reseal has found. */
export interface Resealed {
  /** Values that were sealed again, by their table. */
  readonly counts: ReadonlyMap<string, number>;
  /** Values that appeared under the former key although it was replaced: a process knows no other. */
  readonly late: number;
  /** Values that neither key opens. */
  readonly unreadable: number;
}

interface Row {
  readonly [column: string]: unknown;
  readonly sealed: Buffer;
}

/**
 * Seals everything under the new key that is sealed under the former one, in sets, beside the service. It can be
 * interrupted, and goes on when it is called again (ADR 47).
 */
export async function reseal(
  executor: SqlExecutor,
  keys: Required<SecretsKeys>,
  author: CommandAuthor,
  options: ResealOptions,
): Promise<Resealed> {
  await putInForce(executor, keys, options.signal);
  const first = await resealAll(executor, keys, options);
  const second = await resealAll(executor, keys, options);
  const counts = new Map([...first.counts].map(([table, count]) => [table, count + (second.counts.get(table) ?? 0)]));
  await complete(executor, keys, author, counts);
  return { counts, late: sum(second.counts), unreadable: second.unreadable };
}

/** From here on nothing is sealed under the former key: this waits for the transactions that have done so (`sealed`). */
async function putInForce(executor: SqlExecutor, keys: Required<SecretsKeys>, signal: AbortSignal): Promise<void> {
  const [own, old] = [fingerprintOfKey(keys.secretsKey), fingerprintOfKey(keys.secretsKeyOld)];
  for (;;) {
    signal.throwIfAborted();
    try {
      return await executor.transaction(async (within) => {
        await within.execute(sql`SELECT set_config('lock_timeout', ${String(LOCK_MS)}, true)`);
        await within.execute(sql`UPDATE secrets_key
          SET in_force = ${own}, former = ${old}, replaced_at = clock_timestamp(), resealed_at = NULL
          WHERE in_force = ${old}`);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await sleep(LOCK_MS, undefined, { signal });
    }
  }
}

async function resealAll(executor: SqlExecutor, keys: Required<SecretsKeys>, options: ResealOptions) {
  const counts = new Map<string, number>();
  let unreadable = 0;
  for (const column of SEALED_COLUMNS) {
    let [looked, changed] = [0, 0];
    for await (const rows of setsOf(executor, column)) {
      options.signal.throwIfAborted();
      const former = rows.filter(({ sealed }) => !opened(sealed, keys.secretsKey));
      const secrets = former.map(({ sealed }) => opened(sealed, keys.secretsKeyOld));
      unreadable += secrets.filter((secret) => secret === undefined).length;
      changed += await replace(executor, column, former, (at) => secrets[at] && seal(secrets[at], keys.secretsKey));
      looked += rows.length;
      options.onProgress?.(column.table, looked);
    }
    counts.set(column.table, changed);
  }
  return { counts, unreadable };
}

/** The values of a column, in the order of its table's key. */
async function* setsOf(executor: SqlExecutor, { table, key, column }: SealedColumn): AsyncGenerator<Row[], void> {
  const columns = join(key.map((name) => raw(name)));
  let after = sql`TRUE`;
  for (;;) {
    const rows = await executor.queryRows<Row>(sql`SELECT ${columns}, ${raw(column)} AS sealed FROM ${raw(table)}
      WHERE ${after} ORDER BY ${columns} LIMIT ${AT_A_TIME}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = sql`(${columns}) > (${join(key.map((name) => last[name]))})`;
  }
}

/** Replaces values that are still those that were read. @returns how many */
async function replace(
  executor: SqlExecutor,
  { table, key, column }: SealedColumn,
  rows: readonly Row[],
  valueAt: (at: number) => Buffer | undefined,
): Promise<number> {
  if (rows.length === 0) return 0;
  return executor.transaction(async (within) => {
    let replaced = 0;
    for (const [at, row] of rows.entries()) {
      const value = valueAt(at);
      if (!value) continue;
      const isRow: Sql[] = key.map((name) => sql`${raw(name)} = ${row[name]}`);
      const done = await within.execute(sql`UPDATE ${raw(table)} SET ${raw(column)} = ${value}
        WHERE ${join([...isRow, sql`${raw(column)} = ${row.sealed}`], ' AND ')} RETURNING 1`);
      replaced += done.length;
    }
    return replaced;
  });
}

async function complete(
  executor: SqlExecutor,
  { secretsKey }: SecretsKeys,
  author: CommandAuthor,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  await executor.transaction(async (within) => {
    const done = await within.execute(sql`UPDATE secrets_key SET resealed_at = clock_timestamp()
      WHERE in_force = ${fingerprintOfKey(secretsKey)} AND resealed_at IS NULL RETURNING 1`);
    if (done.length === 0 && sum(counts) === 0) return;
    const entry = { action: 'reseal', resource: 'credential', id: null, websiteID: null } as const;
    await new AuditTrail().record(within, author, { ...entry, counts: Object.fromEntries(counts) });
  });
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';
