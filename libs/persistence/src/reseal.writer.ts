import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  fingerprintOfKey,
  isLockTimeout,
  join,
  opened,
  raw,
  seal,
  sql,
  type SecretsKeys,
  type SqlExecutor,
} from '@app/sql';
import { AuditTrail, type CommandAuthor } from '@app/writes';

/** A column with sealed values. */
interface SealedColumn {
  readonly table: string;
  /** The key columns of the table, with their types. */
  readonly key: Readonly<Record<string, 'int' | 'text' | 'uuid'>>;
  readonly column: string;
  /** The number of values read together, small enough for memory. */
  readonly atATime: number;
}

/** All columns with sealed values. A chunk of a feed has 512 kB. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'credentials', key: { id: 'int' }, column: 'secret_sealed', atATime: 500 },
  { table: 'idempotent_answers', key: { credential_id: 'int', key: 'text' }, column: 'answer', atATime: 100 },
  { table: 'feed_upload_chunks', key: { upload_id: 'uuid', position: 'int' }, column: 'bytes', atATime: 4 },
];

/** Less than PostgreSQL's deadlock timeout, so that a request is never chosen as the victim. */
const LOCK_MS = 500;

export interface ResealOptions {
  readonly signal: AbortSignal;
  /** Called after each set with the number of values of a table processed so far. */
  readonly onProgress?: (table: string, count: number) => void;
}

/** The result of a reseal. */
export interface Resealed {
  /** The number of resealed values per table. */
  readonly counts: ReadonlyMap<string, number>;
  /** Values that another process sealed under the former key after it was replaced. */
  readonly late: number;
  /** Values that neither key opens. */
  readonly unreadable: number;
}

interface Row {
  readonly [column: string]: unknown;
  readonly sealed: Buffer;
}

/**
 * Reseals all values of the former key under the new one, in sets, while the service runs. After an interruption,
 * another call continues (ADR 34).
 */
export async function reseal(
  executor: SqlExecutor,
  keys: Required<SecretsKeys>,
  author: CommandAuthor,
  options: ResealOptions,
): Promise<Resealed> {
  await putInForce(executor, keys, options.signal);
  const wasComplete = await isComplete(executor, keys);
  const first = await resealAll(executor, keys, options);
  const second = await resealAll(executor, keys, options);
  const counts = new Map([...first.counts].map(([table, count]) => [table, count + (second.counts.get(table) ?? 0)]));
  await complete(executor, keys, author, counts);
  return { counts, late: sum(wasComplete ? counts : second.counts), unreadable: second.unreadable };
}

/**
 * Puts the new key in force. It waits for transactions that have sealed under the former key (`sealed`); later ones do
 * not.
 */
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

/** Whether everything had already been sealed under the new key. */
async function isComplete(executor: SqlExecutor, { secretsKey }: SecretsKeys): Promise<boolean> {
  const rows = await executor.query(
    sql`SELECT FROM secrets_key WHERE in_force = ${fingerprintOfKey(secretsKey)} AND resealed_at IS NOT NULL`,
  );
  return rows.length > 0;
}

async function resealAll(executor: SqlExecutor, keys: Required<SecretsKeys>, options: ResealOptions) {
  const counts = new Map<string, number>();
  let unreadable = 0;
  for (const column of SEALED_COLUMNS) {
    let [looked, changed] = [0, 0];
    for await (const rows of setsOf(executor, column)) {
      options.signal.throwIfAborted();
      const former = rows.filter(({ sealed }) => !opened(sealed, keys.secretsKey));
      const again = former.flatMap((row) => {
        const secret = opened(row.sealed, keys.secretsKeyOld);
        return secret ? [{ row, sealed: seal(secret, keys.secretsKey) }] : [];
      });
      unreadable += former.length - again.length;
      changed += await replace(executor, column, again);
      looked += rows.length;
      options.onProgress?.(column.table, looked);
    }
    counts.set(column.table, changed);
  }
  return { counts, unreadable };
}

/** The values of a column in the order of the table's key. */
async function* setsOf(executor: SqlExecutor, { table, key, column, atATime }: SealedColumn) {
  const names = Object.keys(key);
  const columns = join(names.map((name) => raw(name)));
  for (let after = sql`TRUE`; ;) {
    const rows = await executor.query<Row>(sql`SELECT ${columns}, ${raw(column)} AS sealed FROM ${raw(table)}
      WHERE ${after} ORDER BY ${columns} LIMIT ${atATime}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = sql`(${columns}) > (${join(names.map((name) => last[name]))})`;
  }
}

/** Replaces values that have not changed since they were read. @returns their number */
async function replace(
  executor: SqlExecutor,
  { table, key, column }: SealedColumn,
  changes: readonly { readonly row: Row; readonly sealed: Buffer }[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const names = Object.keys(key);
  const keys = Object.entries(key).map(([name, type]) => sql`${changes.map(({ row }) => row[name])}::${raw(type)}[]`);
  const former = changes.map(({ row }) => hash('sha256', row.sealed, 'buffer'));
  const next = changes.map(({ sealed }) => sealed);
  const isRow = names.map((name) => sql`stored.${raw(name)} = given.${raw(name)}`);
  const done = await executor.execute(sql`UPDATE ${raw(table)} stored SET ${raw(column)} = given.next
    FROM unnest(${join(keys)}, ${former}::bytea[], ${next}::bytea[]) AS given(${raw(names.join(', '))}, former, next)
    WHERE ${join([...isRow, sql`sha256(stored.${raw(column)}) = given.former`], ' AND ')} RETURNING 1`);
  return done.length;
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
