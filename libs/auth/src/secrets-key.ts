import { OperatorError } from '@app/process';
import { select, type Store, sql } from '@app/sql';
import { unseal } from './secrets.js';

/**
 * Checks the key by decrypting one stored secret.
 *
 * @throws OperatorError if it was encrypted with another key: stored secrets could not be read, and new ones would use
 * a different key
 */
export async function checkSecretsKey(store: Store, secretsKey: Buffer): Promise<void> {
  const [row] = await select<{ sealed: Buffer }>(
    store,
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
