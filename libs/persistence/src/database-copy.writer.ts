import { pipeline } from 'node:stream/promises';
import { BackendCancellation, raw, sql, type SqlExecutor } from '@app/sql';
import { from, to } from 'pg-copy-streams';

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Called before each table. */
  readonly onTable?: (table: string) => void;
}

interface Table {
  readonly name: string;
  readonly columns: string;
}

/**
 * Not copied: the log of changes. Its transactions have the numbers of their server, and its readers begin anew (ADR 48).
 * `changes` itself is partitioned, and is not among the tables.
 */
const LOG = ['pending_changes', 'changes_horizon'];

/** The tables of the service, quoted, with the columns that are not computed. */
const TABLES = sql`
  SELECT class.oid::regclass::text AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_class class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relispartition AND relname <> ALL(${LOG}::text[])
  GROUP BY class.oid ORDER BY class.oid`;

/**
 * Copies every row, with its ids, from one database to another of the same schema, whose rows are replaced: all of them,
 * or none.
 *
 * @param target as a superuser: triggers must not run
 * @returns the copied rows, by table
 */
export async function copyDirectory(
  source: SqlExecutor,
  target: SqlExecutor,
  options: CopyOptions,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await source.readSnapshot((within) =>
    target.longTransaction(async (into) => {
      const tables = await within.queryRows<Table>(TABLES);
      const [backend] = await within.queryRows<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      const cancel = () => source.queryReserved(sql`SELECT pg_cancel_backend(${backend?.pid})`);
      await into.execute(sql`SET LOCAL session_replication_role = replica`);
      await into.execute(sql`TRUNCATE ${raw(tables.map(({ name }) => name).join(', '))}`);
      for (const table of tables) {
        options.onTable?.(table.name);
        options.signal.throwIfAborted();
        const cancellation = new BackendCancellation(options.signal, cancel);
        try {
          counts.set(table.name, await copyTable(within, into, table));
        } finally {
          await cancellation.settled();
        }
      }
      await copySequences(within, into);
      await into.execute(sql`ANALYZE`);
    }),
  );
  return counts;
}

async function copyTable(source: SqlExecutor, target: SqlExecutor, { name, columns }: Table): Promise<number> {
  const [reader, writer] = [await source.client(), await target.client()];
  const rows = writer.query(from(`COPY ${name} (${columns}) FROM STDIN`));
  await pipeline(reader.query(to(`COPY ${name} (${columns}) TO STDOUT`)), rows);
  return rows.rowCount;
}

async function copySequences(source: SqlExecutor, target: SqlExecutor): Promise<void> {
  // One that was never used has no last value.
  const sequences = await source.queryRows<{ name: string; last: string }>(sql`
    SELECT quote_ident(sequencename) AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL`);
  for (const { name, last } of sequences) {
    await target.queryRows(sql`SELECT setval(${name}::regclass, ${last}::bigint)`);
  }
}
