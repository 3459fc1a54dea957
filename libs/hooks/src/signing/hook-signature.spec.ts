import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { endpointSecrets, hookSecret, OVERLAP_MS, signingSecrets } from './endpoint-secrets.js';
import { signatureHeaders } from './hook.signer.js';

const KEY = randomBytes(32);
const owner = { websiteID: 12, url: 'https://crm.example/hook', generation: 0 };
const body = JSON.stringify({ type: 'listing-created', data: { headline: 'Bücher & Co' } });
const message = { id: 'msg_1', at: new Date(), body };

describe('the secret of a hook', () => {
  it('is derived, and always the same', () => {
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

  it('follows Standard Webhooks', () => {
    const headers = { ...signatureHeaders(message, [secret]) };
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(old).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(WebhookVerificationError);
    const moved = { ...headers, 'webhook-id': 'msg_2' };
    expect(() => new Webhook(secret).verify(body, moved)).toThrow(WebhookVerificationError);
  });

  it('by two secrets is valid for a receiver that has either', () => {
    const headers = { ...signatureHeaders(message, [secret, old]) };
    for (const holder of [secret, old]) expect(new Webhook(holder).verify(body, headers)).toBeTruthy();
  });
});

describe('the former secret of a hook', () => {
  const keys = { key: KEY };
  const rotatedAt = new Date();
  const endpoint = { ...owner, generation: 2, rotatedAt };
  const former = hookSecret(KEY, { ...owner, generation: 1 });

  it('signs messages for a day after a rotation', () => {
    const { secret, former: along } = endpointSecrets(keys, endpoint, rotatedAt);
    expect(along).toEqual({ secret: former, until: new Date(rotatedAt.getTime() + OVERLAP_MS) });
    expect(signingSecrets(keys, endpoint, rotatedAt)).toEqual([secret, former]);
  });

  it('no longer signs messages after a day', () => {
    const at = new Date(rotatedAt.getTime() + OVERLAP_MS);
    expect(endpointSecrets(keys, endpoint, at).former).toBeNull();
    expect(signingSecrets(keys, endpoint, at)).toHaveLength(1);
  });

  it('does not exist before the first rotation', () => {
    expect(endpointSecrets(keys, { ...owner, rotatedAt: null }, new Date()).former).toBeNull();
  });
});

describe('while SECRETS_KEY is replaced (B57)', () => {
  const [next, at] = [randomBytes(32), new Date()];
  const endpoint = { ...owner, generation: 2, rotatedAt: null };
  const [old, made] = [hookSecret(KEY, endpoint), hookSecret(next, endpoint)];
  const until = new Date(at.getTime() + 1_000);

  it('the old secret stays the secret until the reseal, and the new one signs too', () => {
    const keys = { key: KEY, along: next };
    expect(endpointSecrets(keys, endpoint, at)).toEqual({ secret: old, former: null });
    expect(signingSecrets(keys, endpoint, at)).toEqual([old, made]);
  });

  it('the new secret is the secret after the reseal, and the old one signs too', () => {
    const keys = { key: next, along: KEY, until, since: at };
    expect(endpointSecrets(keys, endpoint, at)).toEqual({ secret: made, former: { secret: old, until } });
    expect(signingSecrets(keys, endpoint, at)).toEqual([made, old]);
  });

  it.each([
    ['before it', -1, KEY, 2],
    ['after it', 1, next, 1],
  ])('the reseal keeps the secret of a receiver valid, with a rotation %s', (_, later, formerKey, formerGeneration) => {
    const keys = { key: next, along: KEY, until, since: at };
    const rotated = { ...endpoint, rotatedAt: new Date(at.getTime() + later) };
    const former = hookSecret(formerKey, { ...owner, generation: formerGeneration });
    expect(endpointSecrets(keys, rotated, at)).toMatchObject({ secret: made, former: { secret: former } });
    const each = [next, KEY].flatMap((key) => [2, 1].map((generation) => hookSecret(key, { ...owner, generation })));
    expect(signingSecrets(keys, rotated, at)).toEqual(each);
  });
});
