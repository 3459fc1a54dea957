import type { QueryRunner } from 'typeorm';

/**
 * Fills new columns of a table in a migration. Responses do not show them yet, so this is no change: the statement is not
 * recorded in the change log, and listings keep their versions.
 *
 * @param statement an UPDATE of the table
 */
export async function backfill(runner: QueryRunner, table: string, statement: string): Promise<void> {
  const paused = table === 'listings' ? ['staged', 'listings_version'] : ['staged'];
  for (const trigger of paused) await runner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`);
  await runner.query(statement);
  for (const trigger of paused) await runner.query(`ALTER TABLE ${table} ENABLE TRIGGER ${trigger}`);
}
