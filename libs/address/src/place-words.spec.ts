import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeForms, placeWords, stateNamed, type PlaceWord } from './place-words.js';

const formsOf = (text: string) => placeForms(placeWords(text));

describe('placeForms', () => {
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
  ])('%j may be %j', (text, name) => {
    expect(formsOf(text)).toContain(name);
  });

  it('has each meaning of an abbreviation, and what is written for it', () => {
    expect(formsOf('Pt Cook')).toEqual(expect.arrayContaining(['pt cook', 'point cook', 'port cook']));
    expect(formsOf('brunswick east')).toContain('brunswick e');
    expect(formsOf('mount barker')).toContain('mt barker');
  });

  it('has few, however many there could be', () => {
    expect(formsOf('pt '.repeat(60))).toHaveLength(16);
  });
});

describe('placeWords', () => {
  it.each(['', ' ', "'", '--', '\u0301'])('has none for %j', (text) => {
    expect(placeWords(text)).toEqual([]);
  });

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
