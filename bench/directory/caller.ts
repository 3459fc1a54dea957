import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

export const CALLER_ACCESS_KEY = 'bench-caller-access-key';

/** The headers of an ordinary account, which gets a second credential for them: a new secret at every run. */
export async function callerHeaders(pool: Pool): Promise<Record<string, string>> {
  const secret = randomBytes(24).toString('base64url');
  const { rowCount } = await pool.query(
    `INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed)
     SELECT id, $1, $2, '' FROM accounts WHERE status AND type = 'primary-account' ORDER BY id LIMIT 1
     ON CONFLICT (access_key) DO UPDATE SET secret_hash = excluded.secret_hash`,
    [CALLER_ACCESS_KEY, createHash('sha256').update(secret).digest()],
  );
  if (rowCount !== 1) throw new Error('The directory has no account to call as');
  return { 'x-access-key': CALLER_ACCESS_KEY, 'x-secret-key': secret };
}
