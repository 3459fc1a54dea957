import type { LivePair } from '@app/auth';
import type { CreatedCredential, CredentialItem } from './credential.fields.js';
import type { NewPair } from './credentials.service.js';

/** A key pair in a list. */
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

/** The response to a create: the new key pair with its secret, and the expiry of the older pair in words. */
export const presentNewCredential = ({ secretKey, older, ...pair }: NewPair): CreatedCredential => ({
  message: older
    ? `Credential created; ${older.accessKey} ends ${older.expiresAt.toISOString()}`
    : 'Credential created',
  credential: { ...presentCredential({ ...pair }), secretKey },
});
