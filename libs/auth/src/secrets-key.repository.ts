import { OperatorError } from '@app/process';
import { sql, type SqlExecutor, unseal } from '@app/sql';

/**
 * Checks the key by decrypting one stored secret.
 *
 * @throws OperatorError if it was encrypted with another key: stored secrets could not be read, and new ones would use
 * a different key
 */
export async function checkSecretsKey(executor: SqlExecutor, secretsKey: Buffer): Promise<void> {
  const [row] = await executor.queryRows<{ sealed: Buffer }>(
    sql`SELECT secret_sealed AS sealed FROM credentials ORDER BY id LIMIT 1`,
  );
  try {
    if (row) unseal(row.sealed, secretsKey);
  } catch (cause) {
    throw new OperatorError(
      'SECRETS_KEY: is not the one that the secrets of accounts were stored under; give that one',
      { cause },
    );
  }
}
