import type { DataSource } from 'typeorm';

/** What everything else refers to, the ones that refer before those that are referred to. */
const DIRECTORY = ['feed_runs', 'listings', 'properties', 'agents', 'accounts', 'suburbs'];

/** What the end of a transaction records of that. */
const RECORDS = ['deleted_listings', 'audit_log', 'changes', 'hook_states'];

const deletion = (tables: readonly string[]): string => tables.map((table) => `DELETE FROM ${table};`).join(' ');

/**
 * Empties a database that has few rows. TRUNCATE takes twenty times as long then: it makes new files for some
 * hundred tables and indexes.
 */
export async function emptyTables(dataSource: DataSource): Promise<void> {
  await dataSource.query(deletion(DIRECTORY));
  await dataSource.query(`${deletion(RECORDS)} SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence`);
}
