import { sql, join, raw, type Sql, type SqlExecutor } from '@app/sql';
import { documentDefinitions, representationOf, type DocumentDefinition } from './document-definition.js';
import { isStale } from './stale-documents.js';

const BATCH = 1_000;

export interface RebuildOptions {
  /** Stops the rebuild between two batches; completed batches stay. */
  readonly signal?: AbortSignal;
  /** Called after each batch with the number of documents of the table rebuilt so far. */
  readonly onProgress?: (table: string, remade: number) => void;
}

/** Columns read in addition to those of the definition. */
interface Read {
  readonly key: number;
  /** The version of the row: PostgreSQL changes it with every write. */
  readonly guard: string;
}

/**
 * Rebuilds every document of another representation version. It works in batches, holds no lock between them, and can
 * run beside the service: a row that is written meanwhile keeps that write. Only the documents change: no events, no
 * dates. After an interruption it can be called again and continues.
 *
 * @returns the number of rebuilt documents, by table
 */
export async function rebuildDocuments(
  executor: SqlExecutor,
  options: RebuildOptions = {},
): Promise<Map<string, number>> {
  const remade = new Map<string, number>();
  for (const definition of documentDefinitions()) {
    remade.set(definition.table, await rebuildTable(executor, definition, options));
  }
  return remade;
}

async function rebuildTable(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  options: RebuildOptions,
): Promise<number> {
  let total = 0;
  // Locked rows are skipped, and rebuilt in a later round.
  for (let remade = -1; remade !== 0; total += remade) {
    remade = await passThrough(executor, definition, {
      ...options,
      onProgress: (table, count) => options.onProgress?.(table, total + count),
    });
  }
  return total;
}

async function passThrough(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  { signal, onProgress }: RebuildOptions,
): Promise<number> {
  let remade = 0;
  let last = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await readStale(executor, definition, sql`${keyOf(definition)} > ${last}`, BATCH);
    if (rows.length === 0) return remade;
    last = rows.at(-1)?.key ?? last;
    // SKIP LOCKED: a batch never waits for a row while it holds others, so writers wait for one batch at most.
    remade += await replace(executor, definition, rows, sql`SKIP LOCKED`);
    onProgress?.(definition.table, remade);
  }
}

/** Rebuilds the documents of some rows if they have another version, inside a transaction or not. */
export async function refreshDocuments<Row extends object>(
  executor: SqlExecutor,
  definition: DocumentDefinition<Row>,
  keys: readonly number[],
): Promise<void> {
  const any = definition as unknown as DocumentDefinition; // rows are read with its own columns
  const rows = await readStale(executor, any, sql`${keyOf(any)} = ANY(${keys}::int[])`, keys.length);
  if (rows.length > 0) await replace(executor, any, rows);
}

const keyOf = ({ source, key }: DocumentDefinition): Sql => raw(`${source.alias}.${key}`);

function readStale(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  condition: Sql,
  limit: number,
): Promise<Read[]> {
  const { from, alias, columns } = definition.source;
  return executor.queryRows<Read>(sql`SELECT ${keyOf(definition)} AS key, ${raw(alias)}.xmin::text AS guard, ${columns} FROM ${from}
      WHERE ${condition} AND ${isStale(definition, alias)} ORDER BY ${keyOf(definition)} LIMIT ${limit}`);
}

async function replace(
  executor: SqlExecutor,
  definition: DocumentDefinition,
  rows: readonly Read[],
  waiting: Sql = sql``,
): Promise<number> {
  const { table, key, columns, remake } = definition;
  const names = Object.keys(columns);
  const made = rows.map((row) => remake(row as never)); // read with its own columns
  const values = names.map((name) =>
    made.map((documents) => (columns[name] === 'jsonb' ? JSON.stringify(documents[name]) : documents[name])),
  );
  const lists = [
    sql`${rows.map((row) => row.key)}::int[]`,
    sql`${rows.map((row) => row.guard)}::text[]`,
    ...values.map((list) => sql`${list}::text[]`),
  ];
  const assignments = names.map((name) => sql`${raw(name)} = made.${raw(name)}${raw(`::${columns[name]}`)}`);
  const replaced = await executor.execute(sql`WITH free AS MATERIALIZED (
        SELECT ${raw(key)} AS key FROM ${raw(table)} WHERE ${raw(key)} = ANY(${rows.map((row) => row.key)}::int[])
        ORDER BY ${raw(key)} FOR NO KEY UPDATE ${waiting}
      )
      UPDATE ${raw(table)} stored SET ${join(assignments)}, representation = ${representationOf(definition)}
      FROM unnest(${join(lists)}) AS made(key, guard, ${raw(names.join(', '))}) JOIN free USING (key)
      WHERE stored.${raw(key)} = made.key AND stored.xmin::text = made.guard
      RETURNING stored.${raw(key)}`);
  return replaced.length;
}
