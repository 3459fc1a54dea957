import { setTimeout } from 'node:timers/promises';
import { finished } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { SqlExecutor } from './sql-executor.js';
import { raw, sql } from './tag.js';

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Inserts new entities by `COPY`, on the connection of the transaction. */
export function* copyIn<E extends ObjectLiteral>(
  executor: SqlExecutor,
  target: EntityTarget<E>,
  entities: readonly E[],
): Generator<() => Promise<void>> {
  if (entities.length === 0) return;
  const metadata = executor.manager.dataSource.getMetadata(target);
  const { tableName } = metadata;
  // PostgreSQL generates the values of other columns, except ids that `nextIds` has reserved.
  const columns = metadata.columns.filter(
    ({ isInsert, isGenerated, generatedIdentity }) => isInsert && (!isGenerated || generatedIdentity === 'BY DEFAULT'),
  );
  const names = columns.map((column) => column.databaseName).join(', ');
  const keys = columns.map((column) => column.propertyName);
  const rows = textOf(entities, keys);
  yield async () => {
    const client = await executor.client();
    await finished(client.query(from(`COPY ${tableName} (${names}) FROM STDIN`)).end(rows));
  };
}

function textOf(entities: readonly ObjectLiteral[], keys: readonly string[]): Buffer {
  let text = '';
  for (const entity of entities) text += line(entity, keys);
  return Buffer.from(text);
}

/** Concatenates with +, which copies a long text only once. */
function line(entity: ObjectLiteral, keys: readonly string[]): string {
  let text = '';
  let separator = '';
  for (const key of keys) {
    text += separator + field(entity[key]);
    separator = '\t';
  }
  return `${text}\n`;
}

/** A value in the text format of COPY. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return escaped(arrayLiteral(value));
  return escaped(typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`);
}

const escaped = (text: string): string => text.replace(SPECIAL, (special) => ESCAPES[special] ?? special);

const arrayLiteral = (items: readonly unknown[]): string =>
  `{${items.map((item) => `"${String(item).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

/**
 * Whether the role owns the tables: only an owner may drop their indexes, and the role of the service may be another
 * one.
 */
export async function ownsTables(executor: SqlExecutor, tables: readonly string[]): Promise<boolean> {
  const [row] = await executor.query<{ owns: boolean }>(
    sql`SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS owns FROM pg_class WHERE oid = ANY(${tables}::regclass[])`,
  );
  return row?.owns ?? false;
}

/**
 * Drops the indexes of tables, except indexes of constraints and those to keep, which makes inserts twice as fast. It
 * locks the tables against other readers until the transaction ends.
 * @returns a function that creates the indexes again, which is faster than updating them row by row
 */
export async function dropIndexes(
  executor: SqlExecutor,
  tables: readonly string[],
  kept: readonly string[],
): Promise<() => Promise<void>> {
  const indexes = await executor.query<{ name: string; definition: string }>(
    sql`SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY(${tables}::regclass[]) AND NOT indisunique AND indexrelid <> ALL(${kept}::regclass[])`,
  );
  for (const { name } of indexes) await executor.execute(sql`DROP INDEX ${raw(name)}`);
  return async () => {
    for (const { definition } of indexes) await executor.execute(raw(definition));
  };
}

/** The ids of a table's rows by object identifier (`uid`). */
export async function ownersOf(
  executor: SqlExecutor,
  table: string,
  uids: readonly string[],
): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const rows = await executor.query<{ id: number; uid: string }>(
    sql`SELECT id, uid FROM ${raw(table)} WHERE uid = ANY(${uids}::uuid[])`,
  );
  return new Map(rows.map(({ id, uid }) => [uid, id]));
}

/** Reserves the next `count` ids of a table's sequence, after moving it past the given ids. */
export async function nextIds(
  executor: SqlExecutor,
  table: string,
  count: number,
  given: readonly number[] = [],
): Promise<number[]> {
  if (given.length > 0) await moveSequence(executor, table, Math.max(...given));
  if (count === 0) return [];
  const rows = await executor.execute<{ id: string }>(
    // Looks the sequence up once instead of once per id.
    sql`WITH named AS MATERIALIZED (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS sequence)
     SELECT nextval(sequence) AS id FROM named, generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Moves the sequence forward only if needed, so that concurrent reservations are not affected. */
async function moveSequence(executor: SqlExecutor, table: string, past: number): Promise<void> {
  await executor.execute(
    sql`SELECT setval(sequence, ${past}) FROM (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS sequence) named
     WHERE coalesce(pg_sequence_last_value(sequence), 0) < ${past}::bigint`,
  );
}

/**
 * Inserts entities in one statement, and updates existing rows that differ. Equal rows are filtered out first, because
 * `ON CONFLICT` would lock them and so write their pages.
 */
export async function upsert<E extends ObjectLiteral>(
  executor: SqlExecutor,
  target: EntityTarget<E>,
  entities: readonly E[],
): Promise<void> {
  if (entities.length === 0) return;
  const { tableName, columns: declared } = executor.manager.dataSource.getMetadata(target);
  const columns = declared.filter(({ isInsert }) => isInsert);
  const names = columns.map((column) => column.databaseName);
  const keys = columns.filter((column) => column.isPrimary).map((column) => column.databaseName);
  const others = names.filter((name) => !keys.includes(name));
  const rows = entities.map((entity) =>
    Object.fromEntries(columns.map((column) => [column.databaseName, entity[column.propertyName] as unknown])),
  );
  const all = (table: string, columnNames: readonly string[]) =>
    columnNames.map((name) => `${table}.${name}`).join(', ');
  await executor.execute(
    sql`${raw(`INSERT INTO ${tableName} (${names.join(', ')})
    SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${tableName}, `)}${JSON.stringify(rows)}${raw(`) given
    WHERE NOT EXISTS (SELECT FROM ${tableName} stored WHERE (${all('stored', keys)}) = (${all('given', keys)})
      AND (${all('stored', others)}) IS NOT DISTINCT FROM (${all('given', others)}))
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`)}`,
  );
}

/**
 * Updates given columns of rows that differ.
 * @param rows values by property of the entity, with the primary key; all have the same properties
 */
export async function refill(
  executor: SqlExecutor,
  target: EntityTarget<ObjectLiteral>,
  rows: readonly ObjectLiteral[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { tableName, columns: declared } = executor.manager.dataSource.getMetadata(target);
  const columns = declared.filter(({ propertyName }) => propertyName in first);
  const nameOf = (isPrimary: boolean) =>
    columns.flatMap((one) => (one.isPrimary === isPrimary ? one.databaseName : []));
  const [keys, names] = [nameOf(true), nameOf(false)];
  const given = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.databaseName, row[column.propertyName] as unknown])),
  );
  const list = (table: string, some: readonly string[]) => some.map((name) => `${table}.${name}`).join(', ');
  await executor.execute(
    sql`${raw(`UPDATE ${tableName} stored SET ${names.map((name) => `${name} = given.${name}`).join(', ')}
    FROM json_populate_recordset(NULL::${tableName}, `)}${JSON.stringify(given)}${raw(`) given
    WHERE (${list('stored', keys)}) = (${list('given', keys)})
      AND (${list('stored', names)}) IS DISTINCT FROM (${list('given', names)})`)}`,
  );
}

const untracedIs = (state: string) => sql`SELECT set_config('directory.untraced', ${state}, true)`;

/**
 * Runs writes of a transaction that no reader sees: triggers do not log them, and versions stay the same. They rebuild
 * documents and fill columns of filters (B81).
 */
export async function untraced<T>(executor: SqlExecutor, work: () => Promise<T>): Promise<T> {
  await executor.execute(untracedIs('on'));
  const result = await work();
  await executor.execute(untracedIs('off'));
  return result;
}

/** The reason for rejecting a record. */
export interface Rejection {
  readonly field: string;
  /** Completes the sentence "FIELD ...". */
  readonly reason: string;
  /** A later line of the same file may provide the missing record. */
  readonly early?: boolean;
}

/**
 * The outcome of writing a record. `repeated`: an earlier line of the same file contained it and was written instead.
 */
export type WriteOutcome = 'created' | 'updated' | 'unchanged' | 'repeated' | Rejection;

/** Writes to execute in order. Iterating prepares a write; calling it executes the write. */
export type Saves = Iterable<() => Promise<void>>;

/** After this time, the database has received the statement and is processing it. */
const SENT_MS = 1;

/** Executes writes in order, and prepares the next one while the database processes a statement. */
export async function saveInTurn(saves: Saves): Promise<void> {
  const making = saves[Symbol.iterator]();
  let made = making.next();
  while (!made.done) {
    const next = setTimeout(SENT_MS).then(() => making.next());
    [made] = await Promise.all([next, made.value()]);
  }
}
