import { setTimeout as sleep } from 'node:timers/promises';
import { sql, join, raw, lockUntilCommit, refill, untraced, type Sql, type SqlExecutor } from '@app/sql';
import { documentDefinitions, isStale, representationOf, type DocumentDefinition } from './document-definition.js';

/** The number of keys read together. */
const PAGE = 1_000;

/** The number of documents rebuilt together: few, so that their texts are collected while they are young. */
const BATCH = 50;

/** The number of concurrent batches, each with its connection: while PostgreSQL reads or writes one, another is built. */
const WORKERS = 3;

/** The pause before a retry of rows that were locked. */
const PAUSE_MS = 1_000;

/** Called with the number of documents of a table rebuilt so far: 0 before the first batch, and after each. */
export type RebuildProgress = (table: string, remade: number) => void;

/** The documents with another version in a page of keys. */
interface Page {
  /** The last key of the page; null after the last page. */
  readonly last: number | null;
  readonly stale: number[];
}

/** The columns read in addition to those of the definition. */
interface Read {
  readonly key: number;
  /** The row version (`xmin`), which every write changes. */
  readonly guard: string;
}

/**
 * Rebuilds all documents of another representation version. It works in batches, holds no lock between them, and may
 * run while the service runs: a concurrent write of a row wins. Only the documents and the columns derived from their
 * data change; there are no events, and dates stay the same. After an interruption, another call continues.
 * @returns the number of rebuilt documents, by table
 */
export async function rebuildDocuments(
  executor: SqlExecutor,
  onProgress?: RebuildProgress,
): Promise<Map<string, number>> {
  const remade = new Map<string, number>();
  for (const definition of documentDefinitions()) {
    const isDue = await hasStale(executor, definition);
    remade.set(definition.table, isDue ? await rebuildTable(executor, definition, onProgress) : 0);
  }
  if ([...remade.values()].some((count) => count > 0)) await dropCachedResponses(executor);
  return remade;
}

/** Logs a change of a resource that caches do not know, so they drop all responses; followers do not read it. */
async function dropCachedResponses(executor: SqlExecutor): Promise<void> {
  await executor.execute(sql`INSERT INTO changes (resource, kind) VALUES ('documents', 'updated')`);
}

/** Whether a table has documents of another version. Reading two ranges of the index skips current documents. */
async function hasStale(executor: SqlExecutor, definition: DocumentDefinition): Promise<boolean> {
  const [stored, now] = [sql`SELECT FROM ${raw(definition.table)}`, representationOf(definition)];
  const [found] = await executor.query<{
    isDue: boolean;
  }>(sql`SELECT EXISTS (${stored} WHERE representation < ${now})
    OR EXISTS (${stored} WHERE representation > ${now}) AS "isDue"`);
  return found?.isDue === true;
}

/** An import rebuilds inside its own transaction. */
const inTransaction = <T>(executor: SqlExecutor, work: (within: SqlExecutor) => Promise<T>): Promise<T> =>
  executor.isInTransaction ? work(executor) : executor.transaction(work);

async function rebuildTable(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  onProgress?: RebuildProgress,
): Promise<number> {
  let remade = 0;
  onProgress?.(definition.table, remade);
  for (;;) {
    let left = 0;
    const batches = staleKeys(executor, definition);
    const work = async () => {
      for await (const keys of batches) {
        const rows = await readStale(executor, definition, keys);
        // With SKIP LOCKED a batch never waits for a row while it holds others, so writers wait for one batch at most.
        const replaced = await inTransaction(executor, async (within) => {
          if (definition.lock) await lockUntilCommit(within, definition.lock);
          return replace(within, definition, rows, sql`SKIP LOCKED`);
        });
        remade += replaced;
        left += rows.length - replaced;
        onProgress?.(definition.table, remade);
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: executor.isInTransaction ? 1 : WORKERS }, work));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    if (left === 0) return remade;
    await sleep(PAUSE_MS);
  }
}

/**
 * The keys of documents of another version, in batches. It reads all keys in order, because no index contains both key
 * and version; each page costs the same, wherever such documents are.
 */
async function* staleKeys(executor: SqlExecutor, definition: DocumentDefinition): AsyncGenerator<number[]> {
  const { table, key } = definition;
  for (let last: number | null = 0; last !== null;) {
    const pages: Page[] = await executor.query<Page>(sql`SELECT max(key) AS last,
        coalesce(array_agg(key ORDER BY key) FILTER (WHERE stale), '{}') AS stale
      FROM (SELECT ${raw(key)} AS key, ${isStale(definition, table)} AS stale FROM ${raw(table)}
        WHERE ${raw(key)} > ${last} ORDER BY ${raw(key)} LIMIT ${PAGE}) page`);
    last = pages[0]?.last ?? null;
    const stale = pages[0]?.stale ?? [];
    for (let at = 0; at < stale.length; at += BATCH) yield stale.slice(at, at + BATCH);
  }
}

/** Rebuilds the documents of some rows if they have another version, inside a transaction. */
export async function refreshDocuments<Row extends object>(
  executor: SqlExecutor,
  definition: DocumentDefinition<Row>,
  keys: readonly number[],
): Promise<void> {
  const any = definition as unknown as DocumentDefinition; // rows are read with its own columns
  const rows = await readStale(executor, any, keys);
  if (rows.length > 0) await replace(executor, any, rows);
}

const keyOf = ({ source, key }: DocumentDefinition): Sql => raw(`${source.alias}.${key}`);

function readStale(executor: SqlExecutor, definition: DocumentDefinition, keys: readonly number[]): Promise<Read[]> {
  const { from, alias, columns } = definition.source;
  return executor.query<Read>(sql`SELECT ${keyOf(definition)} AS key, ${raw(alias)}.xmin::text AS guard, ${columns} FROM ${from}
      WHERE ${keyOf(definition)} = ANY(${keys}::int[]) AND ${isStale(definition, alias)}`);
}

/** Replaces documents and fills derived columns, inside a transaction. @returns the number of replaced documents */
function replace(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  rows: readonly Read[],
  waiting?: Sql,
): Promise<number> {
  return untraced(executor, async () => {
    const replaced = new Set(await replaceDocuments(executor, definition, rows, waiting));
    const current = rows.filter(({ key }) => replaced.has(key));
    for (const { entity, of } of definition.derived ?? []) {
      await refill(
        executor,
        entity,
        current.map((row) => of(row as never)), // read with its own columns
      );
    }
    return replaced.size;
  });
}

async function replaceDocuments(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  rows: readonly Read[],
  waiting: Sql = sql``,
): Promise<number[]> {
  const { table, key, columns, remake } = definition;
  const names = Object.keys(columns);
  const made = rows.map((row) => remake(row as never)); // read with its own columns
  const values = names.map((name) => made.map((documents) => written(columns[name], documents[name])));
  const lists = [
    sql`${rows.map((row) => row.key)}::int[]`,
    sql`${rows.map((row) => row.guard)}::text[]`,
    // As separate values: an array would quote long texts here and parse them again there.
    ...values.map((list) => sql`ARRAY[${join(list)}]::text[]`),
  ];
  const assignments = names.map((name) => sql`${raw(name)} = made.${raw(name)}${raw(`::${columns[name]}`)}`);
  const replaced = await executor.execute<{ key: number }>(sql`WITH free AS MATERIALIZED (
        SELECT ${raw(key)} AS key FROM ${raw(table)} WHERE ${raw(key)} = ANY(${rows.map((row) => row.key)}::int[])
        ORDER BY ${raw(key)} FOR NO KEY UPDATE ${waiting}
      )
      UPDATE ${raw(table)} stored SET ${join(assignments)}, representation = ${representationOf(definition)}
      FROM unnest(${join(lists)}) AS made(key, guard, ${raw(names.join(', '))}) JOIN free USING (key)
      WHERE stored.${raw(key)} = made.key AND stored.xmin::text = made.guard
      RETURNING stored.${raw(key)} AS key`);
  return replaced.map((row) => row.key);
}

/** The text of a value; the statement casts it to the type of its column. */
function written(type: DocumentDefinition['columns'][string] | undefined, value: unknown): unknown {
  if (type === 'jsonb') return JSON.stringify(value);
  if (type !== 'text[]' || !Array.isArray(value)) return value;
  return `{${value.map((text) => `"${String(text).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
