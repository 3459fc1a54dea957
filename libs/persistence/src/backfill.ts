import type { QueryRunner } from 'typeorm';

/**
 * Fills new columns of a table in a migration. Responses do not show them yet, so this is no change: triggers do not log
 * it, and listings keep their versions.
 *
 * @param statement an UPDATE of the table
 */
export async function backfill(runner: QueryRunner, statement: string): Promise<void> {
  await runner.query(`SET LOCAL directory.untraced = 'on'`);
  await runner.query(statement);
  await runner.query(`SET LOCAL directory.untraced = 'off'`);
}
