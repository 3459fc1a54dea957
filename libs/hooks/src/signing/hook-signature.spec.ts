import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { hookSecret } from './hook-secret.js';
import { HookSigner, OVERLAP_MS } from './hook.signer.js';
import { signatureHeaders } from './hook-signature.js';

const KEY = randomBytes(32);
const owner = { websiteID: 12, url: 'https://crm.example/hook', generation: 0 };
const body = JSON.stringify({ type: 'listing-created', data: { headline: 'Bücher & Co' } });
const message = { id: 'msg_1', at: Date.now(), body };

describe('the secret of a hook', () => {
  it('is the same whenever it is asked for', () => {
    expect(hookSecret(KEY, owner)).toBe(hookSecret(KEY, { ...owner }));
    expect(hookSecret(KEY, owner)).toMatch(/^whsec_[\w+/]{43}=$/);
  });

  it.each([
    ['account', { ...owner, websiteID: 13 }],
    ['URL', { ...owner, url: 'https://crm.example/hook2' }],
    ['generation', { ...owner, generation: 1 }],
  ])('differs by %s', (_, other) => {
    expect(hookSecret(KEY, other)).not.toBe(hookSecret(KEY, owner));
  });

  it('differs by installation', () => {
    expect(hookSecret(randomBytes(32), owner)).not.toBe(hookSecret(KEY, owner));
  });
});

describe('the signature of a message', () => {
  const secret = hookSecret(KEY, owner);
  const old = hookSecret(KEY, { ...owner, generation: 1 });

  it('is one of Standard Webhooks', () => {
    const headers = { ...signatureHeaders(message, [secret]) };
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(old).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(WebhookVerificationError);
    const moved = { ...headers, 'webhook-id': 'msg_2' };
    expect(() => new Webhook(secret).verify(body, moved)).toThrow(WebhookVerificationError);
  });

  it('of two secrets is valid for either holder', () => {
    const headers = { ...signatureHeaders(message, [secret, old]) };
    for (const holder of [secret, old]) expect(new Webhook(holder).verify(body, headers)).toBeTruthy();
  });
});

describe('after a rotation', () => {
  const signer = new HookSigner({ secretsKey: KEY, changesRetention: 30 });
  const rotatedAt = new Date();
  const endpoint = { ...owner, generation: 2, rotatedAt };
  const former = hookSecret(KEY, { ...owner, generation: 1 });

  it('the former secret signs along for a day', () => {
    const { secret, former: along } = signer.secretsOf(endpoint, rotatedAt);
    expect(along).toEqual({ secret: former, until: new Date(rotatedAt.getTime() + OVERLAP_MS) });
    const headers = { ...signer.headersOf(endpoint, { ...message, at: rotatedAt }) };
    for (const holder of [secret, former]) expect(new Webhook(holder).verify(body, headers)).toBeTruthy();
  });

  it('and not for longer', () => {
    const at = new Date(rotatedAt.getTime() + OVERLAP_MS);
    expect(signer.secretsOf(endpoint, at).former).toBeNull();
    expect(signer.headersOf(endpoint, { ...message, at })['webhook-signature'].split(' ')).toHaveLength(1);
  });

  it('a secret that never was another has none', () => {
    expect(signer.secretsOf({ ...owner, rotatedAt: null }, new Date()).former).toBeNull();
  });
});
