import type { DataSource } from 'typeorm';

/** The tables that all others refer to, each before those that it refers to. */
const DIRECTORY = ['feed_runs', 'listings', 'properties', 'agents', 'accounts', 'suburbs'];

/** The rows that the end of a transaction records. */
const RECORDS = ['deleted_listings', 'audit_log', 'changes', 'hook_states'];

const deletion = (tables: readonly string[]): string => tables.map((table) => `DELETE FROM ${table};`).join(' ');

/**
 * Empties a database that has few rows. TRUNCATE would take twenty times as long, because it creates new files for
 * about a hundred tables and indexes.
 */
export async function emptyTables(dataSource: DataSource): Promise<void> {
  await dataSource.query(deletion(DIRECTORY));
  await dataSource.query(`${deletion(RECORDS)} SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence`);
}
