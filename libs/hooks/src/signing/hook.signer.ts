import { SecretsKeyRepository, type KeyInForce } from '@app/auth';
import { Injectable } from '@nestjs/common';
import { endpointSecrets, signingSecrets, type EndpointSecrets, type SignedEndpoint } from './endpoint-secrets.js';
import { signatureHeaders, type SignatureHeaders } from './hook-signature.js';

/** For so long the key in force is not asked for again: messages are signed with secrets of both keys before and after. */
const KNOWN_MS = 10_000;

/** What is signed. */
export interface HookMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp` is that of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/** Knows the secrets of endpoints, and makes the headers of Standard Webhooks with them. */
@Injectable()
export class HookSigner {
  private known: { readonly keys: Promise<KeyInForce>; readonly at: Date } | undefined;

  constructor(private readonly secretsKeys: SecretsKeyRepository) {}

  /** @param at the time at which the secrets are valid */
  async secretsOf(endpoint: SignedEndpoint, at: Date): Promise<EndpointSecrets> {
    return endpointSecrets(await this.secretsKeys.inForce(at), endpoint, at);
  }

  async headersOf(endpoint: SignedEndpoint, { id, at, body }: HookMessage): Promise<SignatureHeaders> {
    const secrets = signingSecrets(await this.keysAt(at), endpoint, at);
    return signatureHeaders({ id, at: at.getTime(), body }, secrets);
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
