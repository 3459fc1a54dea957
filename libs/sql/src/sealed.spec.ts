import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal, unsealBytes } from './sealed.js';

const key = randomBytes(32);

describe('what is sealed (D13)', () => {
  it.each(['secret', '', 'ü🏠', 'x'.repeat(200)])('is opened under the same key: %s', (secret) => {
    expect(unseal(seal(secret, key), key)).toBe(secret);
  });

  it('may be bytes', () => {
    const bytes = randomBytes(100_000);
    expect(unsealBytes(seal(bytes, key), key).equals(bytes)).toBe(true);
  });

  it('is sealed otherwise each time, and does not show', () => {
    const [one, two] = [seal('a-long-secret', key), seal('a-long-secret', key)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('a-long-secret')).toBe(false);
  });

  it('is opened neither under another key nor when a bit of it was changed', () => {
    const sealed = seal('secret', key);
    expect(() => unseal(sealed, randomBytes(32))).toThrow('SECRETS_KEY');
    for (let at = 0; at < sealed.length; at++) {
      const tampered = Buffer.from(sealed);
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      expect(() => unseal(tampered, key)).toThrow('SECRETS_KEY');
    }
  });
});
