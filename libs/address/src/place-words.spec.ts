import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeWords, stateNamed, type PlaceWord } from './place-words.js';

describe('placeWords', () => {
  it.each(['', ' ', "'", '--', '\u0301'])('finds no words in %j', (text) => {
    expect(placeWords(text)).toEqual([]);
  });

  it('gives the positions of words in UTF-16 code units', () => {
    const text = '𝐀 O’Connor-Été VIC';
    expect(placeWords(text).map(({ folded, from, to }) => [folded, text.slice(from, to)])).toEqual([
      ['a', '𝐀'],
      ['oconnor', 'O’Connor'],
      ['ete', 'Été'],
      ['vic', 'VIC'],
    ]);
  });

  it('returns no empty words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const isWord = ({ folded, meanings, from, to }: PlaceWord) =>
          /^[\p{Letter}\p{Number}]+$/u.test(folded) && meanings.length > 0 && to > from;
        expect(placeWords(text).filter((word) => !isWord(word))).toEqual([]);
      }),
    );
  });
});

describe('stateNamed', () => {
  it.each([
    ['VIC', 'vic'],
    ['victoria', 'vic'],
    ['New  South Wales', 'nsw'],
    ['act', 'act'],
    ['Western Australia', 'wa'],
    ['Victoria Park', undefined],
    ['', undefined],
  ])('%j is %j', (text, code) => {
    expect(stateNamed(text)).toBe(code);
  });
});
