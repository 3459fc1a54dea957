import type { KeyPair, LivePair } from '@app/auth';
import type { CredentialItem, CredentialWithSecret } from './credential.fields.js';

/** A key pair as it is listed. */
export const presentCredential = (pair: LivePair): CredentialItem => ({
  id: pair.id,
  websiteID: pair.websiteID,
  label: pair.label,
  accessKey: pair.accessKey,
  scope: pair.scope,
  own: pair.own,
  createdAt: pair.createdAt.toISOString(),
  expiresAt: pair.expiresAt?.toISOString() ?? null,
  lastUsedAt: pair.lastUsedAt?.toISOString() ?? null,
});

/** A new key pair, with its secret. */
export const presentNewCredential = (pair: LivePair & KeyPair): CredentialWithSecret => ({
  ...presentCredential(pair),
  secretKey: pair.secretKey,
});
