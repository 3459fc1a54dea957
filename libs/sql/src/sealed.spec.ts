import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { opened, seal, unseal, unsealBytes } from './sealed.js';

const key = randomBytes(32);
const keys = { secretsKey: key };

describe('sealed values (D13)', () => {
  it.each(['secret', '', 'ü🏠', 'x'.repeat(200)])('are opened with the same key: %s', (secret) => {
    expect(unseal(seal(secret, key), keys)).toBe(secret);
  });

  it('may be bytes', () => {
    const bytes = randomBytes(100_000);
    expect(unsealBytes(seal(bytes, key), keys).equals(bytes)).toBe(true);
  });

  it('differ each time they are sealed, and do not show their content', () => {
    const [one, two] = [seal('a-long-secret', key), seal('a-long-secret', key)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('a-long-secret')).toBe(false);
  });

  it('cannot be opened with another key, or after a bit was changed', () => {
    const sealed = seal('secret', key);
    expect(() => unseal(sealed, { secretsKey: randomBytes(32) })).toThrow('SECRETS_KEY');
    for (let at = 0; at < sealed.length; at++) {
      const tampered = Buffer.from(sealed);
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      expect(() => unseal(tampered, keys)).toThrow('SECRETS_KEY');
    }
  });

  it('can be opened with the key that is being replaced', () => {
    const next = { secretsKey: randomBytes(32), secretsKeyOld: key };
    for (const under of [key, next.secretsKey]) expect(unseal(seal('secret', under), next)).toBe('secret');
    expect(() => unseal(seal('secret', randomBytes(32)), next)).toThrow('SECRETS_KEY');
  });

  it('must be longer than their nonce and tag', () => {
    for (const length of [0, 1, 27]) expect(opened(Buffer.alloc(length), key)).toBeUndefined();
  });
});
