import { migrations } from '../../libs/persistence/src/migrations/index.js';
import type { DataSource } from 'typeorm';
import { sqlOf } from './migration-hash.js';

/** TypeORM's own table. */
const MIGRATIONS_TABLE = `CREATE TABLE migrations (
  id serial CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY,
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL
);`;

/** Rows of the server or its key, which migrations and starts insert. */
const FILLED_BY_MIGRATIONS = ['changes_horizon', 'change_logs', 'search_progress', 'secrets_key'];

/** Transaction ids. Ids of another server do not fit the order of the own ones, so the dump counts from 1. */
const TRANSACTIONS = new Set(['changes.xid', 'listings.version', 'hook_states.cursor_xid']);

/** Rows that expire get the time at which the dump is loaded. */
const TIMES_OF_LOGS = new Set([
  'changes.at',
  'audit_log.at',
  'idempotent_answers.at',
  'hook_deliveries.at',
  'hook_endpoints.rotated_at',
  'hook_rotations.rotated_at',
  'hook_messages.at',
  'hook_messages.next_at',
]);

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** In order of creation: no table refers to a later one. */
const TABLES = `
  SELECT relname AS name, array_agg(attname ORDER BY attnum)::text[] AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relpersistence = 'p' AND relname <> ALL ($1)
  GROUP BY pg_class.oid, relname ORDER BY relname <> 'migrations', pg_class.oid`;

/**
 * A database as SQL: the statements that create its schema, and its rows. It can be loaded without `psql`.
 *
 * @param base a transaction id below those of the rows
 */
export async function dumpOf(dataSource: DataSource, base: number): Promise<string> {
  const schema = await Promise.all(migrations.map(async (Migration) => outdented(await sqlOf(new Migration()))));
  const tables = await dataSource.query<Table[]>(TABLES, [FILLED_BY_MIGRATIONS]);
  const rows = await Promise.all(tables.map((table) => rowsOf(dataSource, table, base)));
  const sequences = await dataSource.query<{ text: string }[]>(`
    SELECT format('SELECT setval(%L, %s);', sequencename, last_value) AS text FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`);
  return [MIGRATIONS_TABLE, ...schema, ...rows, ...sequences.map(({ text }) => text), ''].join('\n\n');
}

/** One INSERT, without the rows that its triggers would write. */
async function rowsOf(dataSource: DataSource, { name, columns }: Table, base: number): Promise<string> {
  const values = columns.map((column) => valueOf(`${name}.${column}`, `"${column}"`, base)).join(` || ', ' || `);
  const rows = await dataSource.query<{ text: string }[]>(
    `SELECT '(' || ${values} || ')' AS text FROM ${name} ORDER BY ${columns.slice(0, 2).join(', ')}`,
  );
  if (rows.length === 0) throw new Error(`${name} has no rows: write some in the file that fills the database`);
  const names = columns.map((column) => `"${column}"`).join(', ');
  return `ALTER TABLE ${name} DISABLE TRIGGER USER;
INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE VALUES
  ${rows.map(({ text }) => text).join(',\n  ')};
ALTER TABLE ${name} ENABLE TRIGGER USER;`;
}

/** SQL: the literal of a value. */
function valueOf(place: string, column: string, base: number): string {
  if (TIMES_OF_LOGS.has(place)) return `CASE WHEN ${column} IS NULL THEN 'NULL' ELSE 'now()' END`;
  if (TRANSACTIONS.has(place)) return `quote_nullable((${column}::text::bigint - ${base})::text)`;
  return `quote_nullable(${column}::text)`;
}

/** Without the indentation of the migration file, and with the end of a statement. */
const outdented = (text: string): string => text.trim().replaceAll(/^ {6}/gm, '').replace(/;?$/, ';');
