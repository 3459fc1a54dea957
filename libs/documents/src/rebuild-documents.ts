import { select, write, type Store, sql, join, raw, type Sql } from '@app/sql';
import { documentDefinitions, representationOf, type DocumentDefinition } from './document-definition.js';
import { isStale } from './stale-documents.js';

const BATCH = 1_000;

export interface RebuildOptions {
  /** Ends the rebuild between two batches; what is made stays. */
  readonly signal?: AbortSignal;
  /** Called after each batch: how many documents of the table were made anew so far. */
  readonly onProgress?: (table: string, remade: number) => void;
}

/** What was read of a row beside the columns of its definition. */
interface Read {
  readonly key: number;
  /** The version of the row: PostgreSQL gives it another one whenever it is written. */
  readonly guard: string;
}

/**
 * Makes every document of another representation anew, in batches that hold no lock between them, beside a running service:
 * a row that somebody writes meanwhile is left as they wrote it. Nothing but the documents changes: no event, no date.
 * Ended at any moment, it goes on where it was when it is called again.
 *
 * @returns how many were made anew, by table
 */
export async function rebuildDocuments(store: Store, options: RebuildOptions = {}): Promise<Map<string, number>> {
  const remade = new Map<string, number>();
  for (const definition of documentDefinitions()) {
    remade.set(definition.table, await rebuildTable(store, definition, options));
  }
  return remade;
}

async function rebuildTable(store: Store, definition: DocumentDefinition, options: RebuildOptions): Promise<number> {
  let total = 0;
  // A row that was in use is left out, and taken when the others are done.
  for (let remade = -1; remade !== 0; total += remade) {
    remade = await passThrough(store, definition, {
      ...options,
      onProgress: (table, count) => options.onProgress?.(table, total + count),
    });
  }
  return total;
}

async function passThrough(
  store: Store,
  definition: DocumentDefinition,
  { signal, onProgress }: RebuildOptions,
): Promise<number> {
  let remade = 0;
  let last = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await readStale(store, definition, sql`${keyOf(definition)} > ${last}`, BATCH);
    if (rows.length === 0) return remade;
    last = rows.at(-1)?.key ?? last;
    // Never waits for a row while it holds others: whoever writes documents waits for a batch at most.
    remade += await replace(store, definition, rows, sql`SKIP LOCKED`);
    onProgress?.(definition.table, remade);
  }
}

/** Makes the documents of these rows anew where they are of another representation; inside a transaction or not. */
export async function refreshDocuments<Row extends object>(
  store: Store,
  definition: DocumentDefinition<Row>,
  keys: readonly number[],
): Promise<void> {
  const any = definition as unknown as DocumentDefinition; // its rows come from its own columns
  const rows = await readStale(store, any, sql`${keyOf(any)} = ANY(${keys}::int[])`, keys.length);
  if (rows.length > 0) await replace(store, any, rows);
}

const keyOf = ({ source, key }: DocumentDefinition): Sql => raw(`${source.alias}.${key}`);

function readStale(store: Store, definition: DocumentDefinition, condition: Sql, limit: number): Promise<Read[]> {
  const { from, alias, columns } = definition.source;
  return select<Read>(
    store,
    sql`SELECT ${keyOf(definition)} AS key, ${raw(alias)}.xmin::text AS guard, ${columns} FROM ${from}
      WHERE ${condition} AND ${isStale(definition, alias)} ORDER BY ${keyOf(definition)} LIMIT ${limit}`,
  );
}

async function replace(
  store: Store,
  definition: DocumentDefinition,
  rows: readonly Read[],
  waiting: Sql = sql``,
): Promise<number> {
  const { table, key, columns, remake } = definition;
  const names = Object.keys(columns);
  const made = rows.map((row) => remake(row as never)); // what its own columns have read
  const values = names.map((name) =>
    made.map((documents) => (columns[name] === 'jsonb' ? JSON.stringify(documents[name]) : documents[name])),
  );
  const lists = [
    sql`${rows.map((row) => row.key)}::int[]`,
    sql`${rows.map((row) => row.guard)}::text[]`,
    ...values.map((list) => sql`${list}::text[]`),
  ];
  const assignments = names.map((name) => sql`${raw(name)} = made.${raw(name)}${raw(`::${columns[name]}`)}`);
  const replaced = await write(
    store,
    sql`WITH free AS MATERIALIZED (
        SELECT ${raw(key)} AS key FROM ${raw(table)} WHERE ${raw(key)} = ANY(${rows.map((row) => row.key)}::int[])
        ORDER BY ${raw(key)} FOR NO KEY UPDATE ${waiting}
      )
      UPDATE ${raw(table)} stored SET ${join(assignments)}, representation = ${representationOf(definition)}
      FROM unnest(${join(lists)}) AS made(key, guard, ${raw(names.join(', '))}) JOIN free USING (key)
      WHERE stored.${raw(key)} = made.key AND stored.xmin::text = made.guard
      RETURNING stored.${raw(key)}`,
  );
  return replaced.length;
}
