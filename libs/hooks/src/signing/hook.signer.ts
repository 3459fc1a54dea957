import { createHmac } from 'node:crypto';
import { SecretsKeyRepository, type KeyInForce } from '@app/auth';
import { Injectable } from '@nestjs/common';
import { endpointSecrets, signingSecrets, type EndpointSecrets, type SignedEndpoint } from './endpoint-secrets.js';

/** A message to sign. */
export interface HookMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** The time of the attempt: `webhook-timestamp`. */
  readonly at: Date;
  readonly body: string;
}

/** The headers of a signed message. */
interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Signs a message as specified by Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`.
 * @param secrets `whsec_...`; a message with several signatures is valid for holders of any of these secrets
 */
export function signatureHeaders({ id, at, body }: HookMessage, secrets: readonly string[]): SignatureHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  const signatures = secrets.map((secret) => `v1,${sign(secret)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** How long the key in force is cached. During a replacement, messages are signed with secrets of both keys. */
const KNOWN_MS = 10_000;

/** Derives the secrets of endpoints, and builds the headers of Standard Webhooks. */
@Injectable()
export class HookSigner {
  private known: { readonly keys: Promise<KeyInForce>; readonly at: Date } | undefined;

  constructor(private readonly secretsKeys: SecretsKeyRepository) {}

  /** @param at the time at which the secrets are valid */
  async secretsOf(endpoint: SignedEndpoint, at: Date): Promise<EndpointSecrets> {
    return endpointSecrets(await this.secretsKeys.inForce(at), endpoint, at);
  }

  async headersOf(endpoint: SignedEndpoint, message: HookMessage): Promise<SignatureHeaders> {
    return signatureHeaders(message, signingSecrets(await this.keysAt(message.at), endpoint, message.at));
  }

  private keysAt(at: Date): Promise<KeyInForce> {
    if (!this.known || Math.abs(at.getTime() - this.known.at.getTime()) > KNOWN_MS) {
      const keys = this.secretsKeys.inForce(at);
      this.known = { keys, at };
      keys.catch(() => (this.known = undefined));
    }
    return this.known.keys;
  }
}
