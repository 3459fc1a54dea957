import { hash, randomBytes } from 'node:crypto';
import type { Keys, TestService } from '../support/service.js';

/** Stores a pair of keys of a scope for an account; it ends at a time that SQL says, or not. */
export async function storeCredential(
  service: TestService,
  { websiteID }: { websiteID: number },
  scope: string,
  expiresAt = 'NULL',
): Promise<Keys> {
  const keys = { accessKey: randomBytes(20).toString('hex'), secretKey: randomBytes(20).toString('hex') };
  await service.store.dataSource.query(
    `INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed, scope, expires_at)
     VALUES ($1, $2, $3, '', $4, ${expiresAt})`,
    [websiteID, keys.accessKey, hash('sha256', keys.secretKey, 'buffer'), scope],
  );
  return keys;
}
