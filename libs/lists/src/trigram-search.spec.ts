import { column } from '@app/sql';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canContain } from './conditions.js';

const index = { expression: column('house.texts'), commonWords: new Set(['street', 'st']) };

const partsOf = (text: string): unknown[] => canContain(index, text).values;

describe('a trigram index is used', () => {
  it.each([
    ['12 station', ['%12 station%']],
    ['12 Station STREET', ['%12 station %']],
    ['station street, ric', ['%station %', '%, ric%']],
    // Common words must match as a whole.
    ['streeton st', ['%streeton %']],
    // Everything else has fewer than three letters.
    ['street', ['%street%']],
    ['12 street', ['%12 street%']],
    ['st/street', ['%st/street%']],
    ['50% street', ['%50\\% street%']],
  ])('for %j with %j', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('for every part', () => {
    expect(canContain(index, 'main street, ric').text).toBe('(house.texts LIKE $1) AND (house.texts LIKE $2)');
  });

  it('only for parts of the text itself', () => {
    const words = fc.array(fc.constantFrom('street', 'St', ' ', ', ', 'main', 'é', '12', '/', 'Ric'), { minLength: 1 });
    fc.assert(
      fc.property(words, (some) => {
        const text = some.join('');
        for (const part of partsOf(text)) expect(text.toLowerCase()).toContain(String(part).slice(1, -1));
      }),
    );
  });
});
