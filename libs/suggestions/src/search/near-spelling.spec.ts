import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lacks, lettersOf, nearSpelling } from './near-spelling.js';

/** The typos between two texts (optimal string alignment), by definition. */
function typosBetween(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [last, before] = [one.length - 1, other.length - 1];
  const options = [
    typosBetween(one.slice(0, last), other) + 1,
    typosBetween(one, other.slice(0, before)) + 1,
    typosBetween(one.slice(0, last), other.slice(0, before)) + Number(one[last] !== other[before]),
  ];
  const isSwapped = last > 0 && before > 0 && one[last] === other[before - 1] && one[last - 1] === other[before];
  if (isSwapped) options.push(typosBetween(one.slice(0, last - 1), other.slice(0, before - 1)) + 1);
  return Math.min(...options);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });

describe('nearSpelling', () => {
  it.each([
    ['kogerah', 'kogarah', 1, 7],
    ['kogera', 'kogarahbay', 1, 6],
    ['brisbaen', 'brisbane', 1, 7],
    ['wolongong', 'wollongong', 1, 10],
    ['parramattta', 'parramatta', 1, 10],
    ['kew', 'kew', 0, 3],
  ])('%s is near %s', (typed, name, typos, length) => {
    expect(nearSpelling(typed, name, 2)).toEqual({ typos, length });
  });

  it('finds no more typos than are allowed', () => {
    expect(nearSpelling('abcd', 'efgh', 2)).toBeUndefined();
  });

  it('counts the fewest typos between the typed text and a prefix of the name', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (typed, name, most) => {
        const beginnings = Array.from({ length: name.length + 1 }, (_, length) => name.slice(0, length));
        const least = Math.min(...beginnings.map((beginning) => typosBetween(typed, beginning)));
        const found = nearSpelling(typed, name, most);
        expect(found?.typos).toBe(least <= most ? least : undefined);
        if (found) expect(typosBetween(typed, name.slice(0, found.length))).toBe(least);
      }),
      { numRuns: 300 },
    );
  });

  it('finds nothing where the letter check rejects the pair', () => {
    let left = 0;
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (typed, name, most) => {
        const isTried = !lacks(lettersOf(name), lettersOf(typed), most);
        left += Number(!isTried);
        expect(isTried || nearSpelling(typed, name, most) === undefined).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(left).toBeGreaterThan(30);
  });
});
