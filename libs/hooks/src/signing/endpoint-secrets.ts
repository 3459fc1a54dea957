import { createHmac } from 'node:crypto';
import type { KeyInForce } from '@app/auth';

/** The endpoint that a secret belongs to. */
export interface SecretOwner {
  readonly websiteID: number;
  readonly url: string;
  /** The number of the secret, increased by rotations. */
  readonly generation: number;
}

/**
 * The secret of a hook in the form of Standard Webhooks: `whsec_` and base64 of 32 bytes. It is derived from account
 * and URL, so it is not stored and survives a replaced `hooks` array (B15).
 * @param secretsKey SECRETS_KEY
 */
export function hookSecret(secretsKey: Buffer, { websiteID, url, generation }: SecretOwner): string {
  const owner = JSON.stringify(['hook', websiteID, url, generation]);
  return `whsec_${createHmac('sha256', secretsKey).update(owner).digest('base64')}`;
}

/** How long messages are also signed with the former secret after a rotation (B15). */
export const OVERLAP_MS = 24 * 3_600_000;

/** The properties of an endpoint that its signatures depend on. */
export interface SignedEndpoint extends SecretOwner {
  /** The time of the last rotation; null: none. */
  readonly rotatedAt: Date | null;
}

/** The secret of an endpoint, and the former secret while it is valid. */
export interface EndpointSecrets {
  readonly secret: string;
  readonly former: { readonly secret: string; readonly until: Date } | null;
}

/** @param at the time at which the secrets are valid */
export function endpointSecrets(keys: KeyInForce, endpoint: SignedEndpoint, at: Date): EndpointSecrets {
  const { key, along, until, since } = keys;
  const secret = hookSecret(key, endpoint);
  const rotation = rotationUntil(endpoint, at);
  // The current secret results from the later one of a key replacement and a rotation.
  if (rotation && !(since && endpoint.rotatedAt && since > endpoint.rotatedAt)) {
    return { secret, former: { secret: hookSecret(key, before(endpoint)), until: rotation } };
  }
  return { secret, former: along && until ? { secret: hookSecret(along, endpoint), until } : null };
}

/** The secrets that sign a message: the current secret, and all that a receiver may still use. */
export function signingSecrets({ key, along }: KeyInForce, endpoint: SignedEndpoint, at: Date): string[] {
  const generations = rotationUntil(endpoint, at) ? [endpoint, before(endpoint)] : [endpoint];
  const keys = along ? [key, along] : [key];
  return keys.flatMap((one) => generations.map((owner) => hookSecret(one, owner)));
}

/** The expiry of the former secret after a rotation; undefined: it has expired. */
function rotationUntil({ rotatedAt }: SignedEndpoint, at: Date): Date | undefined {
  const until = rotatedAt && new Date(rotatedAt.getTime() + OVERLAP_MS);
  return until && until > at ? until : undefined;
}

const before = (owner: SecretOwner): SecretOwner => ({ ...owner, generation: owner.generation - 1 });
