import { deriveEvents } from '@app/listings';
import { lockUntilCommit, sql, type SqlExecutor } from '@app/sql';

/** The commands, in the audit log, that import generated data. */
export const DEMO_COMMANDS = ['demo', 'reset'] as const;

/** SQL: whether an entry of the audit log was made by one of these commands. */
const BY_DEMO = sql`coalesce(command = ANY(${DEMO_COMMANDS}), false)`;

/**
 * Prevents other processes from filling the directory until the transaction ends.
 * @returns whether it has no accounts
 */
export async function lockEmptyDirectory(executor: SqlExecutor): Promise<boolean> {
  await lockUntilCommit(executor, 'demo');
  const found = await executor.query(sql`SELECT FROM accounts LIMIT 1`);
  return found.length === 0;
}

/**
 * Prevents other processes from filling the directory until the transaction ends.
 * @returns whether its accounts are generated: the audit log contains their import, and no other import of accounts.
 *   Accounts created over HTTP count as tests
 */
export async function lockDemoDirectory(executor: SqlExecutor): Promise<boolean> {
  await lockUntilCommit(executor, 'demo');
  const [imports] = await executor.query<{ generated: boolean; others: boolean }>(sql`
    SELECT coalesce(bool_or(${BY_DEMO}), false) AS generated, coalesce(bool_or(NOT ${BY_DEMO}), false) AS others
    FROM audit_log WHERE action = 'import' AND resource = 'account' AND (counts ->> 'created')::int > 0`);
  return imports !== undefined && imports.generated && !imports.others;
}

/** The accounts of the directory, whose keys are kept by a reset. */
export async function accountIds(executor: SqlExecutor): Promise<number[]> {
  const rows = await executor.query<{ id: number }>(sql`SELECT id FROM accounts ORDER BY id`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the contents of a directory, except imported suburbs, the audit log and the operator's key pairs. Ids start
 * at 1 again. The caller holds the lock of listings. Other writes wait until the transaction ends; reads continue.
 */
export async function emptyDirectory(executor: SqlExecutor): Promise<void> {
  await executor.execute(sql`LOCK TABLE accounts, agents, feed_runs IN EXCLUSIVE MODE`);
  for (const table of DELETED) await executor.execute(table);
  await executor.execute(sql`SELECT setval(pg_get_serial_sequence(name, 'id'), 1, false)
    FROM unnest(${NUMBERED}::text[]) AS name`);
}

/** Tables whose ids start at 1 again, so that the ids in examples stay valid. */
const NUMBERED = [
  'accounts',
  'agents',
  'properties',
  'listings',
  'feed_runs',
  'hook_endpoints',
  'enquiries',
  'searches',
];

/**
 * In deletion order: each table before the tables that it refers to. Rows that belong to an account are deleted with
 * it.
 */
const DELETED = [
  sql`DELETE FROM listings`,
  sql`DELETE FROM properties`,
  sql`DELETE FROM accounts`,
  sql`DELETE FROM feed_runs`,
  sql`DELETE FROM suburbs WHERE NOT gazetted OR NOT EXISTS (
    SELECT FROM audit_log WHERE action = 'import' AND resource = 'suburb' AND NOT ${BY_DEMO})`,
  sql`DELETE FROM hook_states`,
  sql`DELETE FROM hook_messages`,
  sql`DELETE FROM hook_deliveries`,
  sql`DELETE FROM idempotent_answers`,
];

/** Sets the time of each property to the time of its latest listing, because triggers have written the current time. */
export async function datePropertiesByListings(executor: SqlExecutor): Promise<void> {
  await executor.execute(sql`UPDATE properties SET updated_at = latest.at
    FROM (SELECT property_id, max(updated_at) AS at FROM listings GROUP BY property_id) latest
    WHERE properties.id = latest.property_id AND properties.updated_at <> latest.at`);
}

/** Why the hooks of the demo are disabled. */
const NO_RECEIVER = 'The receiver of a demo hook does not exist.';

/** Disables the hooks of a generated directory: names in `.example` never resolve, so messages would wait for days. */
export async function disableDemoHooks(executor: SqlExecutor): Promise<void> {
  await executor.execute(sql`UPDATE hook_states SET state = 'disabled', reason = ${NO_RECEIVER}`);
}

/** The number of entries per statement. */
const MOST_ENTRIES = 5_000;

/** Writes the earlier history of generated listings. @param entries as `@app/demo` generates them */
export async function writeDemoHistories(executor: SqlExecutor, entries: Iterable<object>): Promise<void> {
  let batch: object[] = [];
  const write = async () => {
    await executor.execute(sql`INSERT INTO listing_history (listing_id, at, kind, before)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        AS entry("listingID" int, at timestamptz, kind text, before jsonb)`);
    batch = [];
  };
  for (const entry of entries) if (batch.push(entry) === MOST_ENTRIES) await write();
  await write();
  await deriveEvents(executor);
}
