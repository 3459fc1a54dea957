import { hash, randomBytes } from 'node:crypto';
import { created, type Keys, type TestService } from '../support/service.js';

/** A key pair as the answer to its creation contains it. */
export interface CredentialAnswer extends Keys {
  readonly id: number;
  readonly websiteID: number;
  readonly label: string;
  readonly scope: string;
  readonly own: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** Creates a key pair of an account, by default as the operator. */
export async function createCredential(
  service: TestService,
  { websiteID }: { websiteID: number },
  body: { scope: string; label?: string; expiresOld?: string },
  as?: Keys,
): Promise<CredentialAnswer> {
  const path = `/api/v1/websites/${websiteID}/credentials`;
  const answer = await service.post<{ credential: CredentialAnswer }>(path, body, as ? { as } : {});
  return created(answer, 201).credential;
}

/** Stores a key pair for an account. `expiresAt` is an SQL expression; by default the pair does not expire. */
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

/** A named pair of the operator as the answer to its creation contains it. */
export interface OperatorPairAnswer extends Keys {
  readonly id: number;
  readonly label: string;
  readonly scope: string;
}

/** Creates a named pair of the operator, by default with the keys of the environment. */
export async function createOperatorPair(
  service: TestService,
  scope: string,
  label: string,
  as?: Keys,
): Promise<OperatorPairAnswer> {
  const path = '/api/v1/credentials';
  const answer = await service.post<{ credential: OperatorPairAnswer }>(path, { label, scope }, as ? { as } : {});
  return created(answer, 201).credential;
}
