import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeKeys, placeWords, stateNamed, type PlaceWord } from './place-words.js';

describe('placeKeys', () => {
  it.each([
    ['Richmond', 'richmond'],
    ['  RICHMOND, ', 'richmond'],
    ['St Kilda', 'saint kilda'],
    ['st. kilda', 'saint kilda'],
    ['Saint-Kilda', 'saint kilda'],
    ['mt barker', 'mount barker'],
    ['Bondi Bch', 'bondi beach'],
    ['Nth Sydney', 'north sydney'],
    ['sth yarra', 'south yarra'],
    ['Crows Nest hts', 'crows nest heights'],
    ['bella vle', 'bella vale'],
    ['Emu Plns', 'emu plains'],
    ['roseville gdns', 'roseville gardens'],
    ['coffs harbor', 'coffs harbour'],
    ["O'Connor", 'oconnor'],
    ['O’CONNOR', 'oconnor'],
    ['Mount Kuring-Gai', 'mount kuring gai'],
    ['Café Été', 'cafe ete'],
    ['Cafe\u0301', 'cafe'],
    ['Stafford', 'stafford'],
    ['3121', '3121'],
  ])('%j is %j', (text, key) => {
    expect(placeKeys(text)).toEqual([key]);
  });

  it('has one for each meaning of an abbreviation', () => {
    expect(placeKeys('Pt Cook')).toEqual(['point cook', 'port cook']);
    expect(placeKeys('W Tree')).toEqual(['w tree', 'west tree']);
    expect(placeKeys('brunswick e')).toEqual(['brunswick e', 'brunswick east']);
  });

  it('has few, however many there could be', () => {
    expect(placeKeys('pt '.repeat(60))).toHaveLength(16);
  });

  it.each(['', ' ', "'", '--', '\u0301'])('has none for %j', (text) => {
    expect(placeKeys(text)).toEqual([]);
  });

  it('is the same for a text and for each of its keys', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => !placeKeys(text).some((key) => !placeKeys(key).includes(key)),
      ),
    );
  });
});

describe('placeWords', () => {
  it('says where words are, in UTF-16 code units', () => {
    const text = '𝐀 O’Connor-Été VIC';
    expect(placeWords(text).map(({ folded, from, to }) => [folded, text.slice(from, to)])).toEqual([
      ['a', '𝐀'],
      ['oconnor', 'O’Connor'],
      ['ete', 'Été'],
      ['vic', 'VIC'],
    ]);
  });

  it('is never empty where it says that there is a word', () => {
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
