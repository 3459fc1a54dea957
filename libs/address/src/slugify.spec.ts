import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugify } from './slugify.js';

describe('slugify', () => {
  it.each([
    ['Richmond VIC 3121', 'richmond-vic-3121'],
    ["O'Connor", 'oconnor'],
    ['O’Malley', 'omalley'],
    ['Café Été', 'cafe-ete'],
    ['  DuplexSemi-detached / Other  ', 'duplexsemi-detached-other'],
    ['--', ''],
    ['', ''],
  ])('%j -> %j', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  it('does not change its own results', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => slugify(slugify(text)) === slugify(text)));
  });
});
