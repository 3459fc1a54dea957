import { describe, expect, it } from 'vitest';
import { begun, EXPECTED, searchIn } from './typed-places.js';
import { wellKnownSuburbs } from './well-known-suburbs.js';

describe('among well-known suburbs', () => {
  const find = searchIn(wellKnownSuburbs());

  it.each(EXPECTED)('%j finds %s first', (typed, first) => {
    expect(find(typed)[0]).toBe(first);
  });

  it('places outside the census suburbs come last', () => {
    expect(find('act').at(-1)).toBe('ACT Remainder - Belconnen ACT 2601');
    expect(find('belconnen')).toEqual(['ACT Remainder - Belconnen ACT 2601']);
  });

  it('no look-up is wasted while the first suggestion is being typed', () => {
    expect(begun('mount gambier south australia').filter((typed) => find(typed).length === 0)).toEqual([]);
  });
});
