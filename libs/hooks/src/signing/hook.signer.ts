import { Injectable } from '@nestjs/common';
import { HookSettings } from '../hooks.settings.js';
import { hookSecret, type SecretOwner } from './hook-secret.js';
import { signatureHeaders, type SignatureHeaders } from './hook-signature.js';

/** For how long the former secret signs along after a rotation (B15). */
export const OVERLAP_MS = 24 * 3_600_000;

/** What a signature depends on, besides the message. */
export interface SignedEndpoint extends SecretOwner {
  /** When it got this generation; null: it is the first one. */
  readonly rotatedAt: Date | null;
}

/** What is signed. */
export interface HookMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp` is that of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/** The secret of an endpoint, and the former one while it signs along. */
export interface EndpointSecrets {
  readonly secret: string;
  readonly former: { readonly secret: string; readonly until: Date } | null;
}

/** Knows the secrets of endpoints, and makes the headers of Standard Webhooks with them. */
@Injectable()
export class HookSigner {
  constructor(private readonly settings: HookSettings) {}

  /** @param at the time at which the secrets are valid */
  secretsOf({ rotatedAt, ...owner }: SignedEndpoint, at: Date): EndpointSecrets {
    const { secretsKey } = this.settings;
    const secret = hookSecret(secretsKey, owner);
    const until = rotatedAt && new Date(rotatedAt.getTime() + OVERLAP_MS);
    if (!until || until <= at) return { secret, former: null };
    return {
      secret,
      former: { secret: hookSecret(secretsKey, { ...owner, generation: owner.generation - 1 }), until },
    };
  }

  headersOf(endpoint: SignedEndpoint, { id, at, body }: HookMessage): SignatureHeaders {
    const { secret, former } = this.secretsOf(endpoint, at);
    return signatureHeaders({ id, at: at.getTime(), body }, former ? [secret, former.secret] : [secret]);
  }
}
