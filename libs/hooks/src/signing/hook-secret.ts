import { createHmac } from 'node:crypto';

/** The endpoint that a secret belongs to. */
export interface SecretOwner {
  readonly websiteID: number;
  readonly url: string;
  /** Counts the rotations of the secret. */
  readonly generation: number;
}

/**
 * The secret of a hook, in the form of Standard Webhooks: `whsec_` and base64 of 32 bytes. It follows from the account
 * and the URL, so that it survives a replaced `hooks` array, and nothing is stored (B15).
 *
 * @param secretsKey SECRETS_KEY
 */
export function hookSecret(secretsKey: Buffer, { websiteID, url, generation }: SecretOwner): string {
  const owner = JSON.stringify(['hook', websiteID, url, generation]);
  return `whsec_${createHmac('sha256', secretsKey).update(owner).digest('base64')}`;
}
