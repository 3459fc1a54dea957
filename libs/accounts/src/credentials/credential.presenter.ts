import type { LivePair } from '@app/auth';
import type { CreatedCredential, CredentialItem } from './credential.fields.js';
import type { NewPair } from './credentials.service.js';

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

/** The answer to a create: the new pair with its secret, and in words when the older one ends. */
export const presentNewCredential = ({ secretKey, older, ...pair }: NewPair): CreatedCredential => ({
  message: older
    ? `Credential created; ${older.accessKey} ends ${older.expiresAt.toISOString()}`
    : 'Credential created',
  credential: { ...presentCredential({ ...pair }), secretKey },
});
