import { lockUntilCommit, sql, type SqlExecutor } from '@app/sql';

/**
 * Keeps other processes from filling the directory until the transaction ends.
 *
 * @returns whether it has no accounts
 */
export async function lockEmptyDirectory(executor: SqlExecutor): Promise<boolean> {
  await lockUntilCommit(executor, 'demo');
  const found = await executor.queryRows(sql`SELECT FROM accounts LIMIT 1`);
  return found.length === 0;
}
