import { describe, expect, it } from 'vitest';
import { hashOf, proves } from './keys.js';

describe('secrets (D13)', () => {
  it('are verified by their own hash only', () => {
    expect(proves('secret', hashOf('secret'))).toBe(true);
    for (const other of ['', 'Secret', 'secret ', 'secre']) expect(proves(other, hashOf('secret'))).toBe(false);
  });
});
