import { createHmac } from 'node:crypto';

/** What is signed: the message with its id and the time of this attempt. */
export interface SignedMessage {
  readonly id: string;
  /** In milliseconds, as `Date.now()`. */
  readonly at: number;
  readonly body: string;
}

/** The headers of a signed message. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Signs a message by Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`.
 *
 * @param secrets `whsec_...`; a message with several signatures is valid for the holder of any of these secrets
 */
export function signatureHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): SignatureHeaders {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  const signatures = secrets.map((secret) => `v1,${sign(secret)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
