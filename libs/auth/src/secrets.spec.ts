import { describe, expect, it } from 'vitest';
import { hashOf, proves } from './keys.js';

describe('secrets (D13)', () => {
  it('a secret is proved by its own hash alone', () => {
    expect(proves('secret', hashOf('secret'))).toBe(true);
    for (const other of ['', 'Secret', 'secret ', 'secre']) expect(proves(other, hashOf('secret'))).toBe(false);
  });
});
