import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suburbLine, uuid } from '../../../../test/factories/suburb.factory.js';
import { matchRanges, matchWords } from './word-matches.js';
import type { PlaceEntry } from './place-catalog.js';
import { PlaceIndex } from './place-index.js';
import { compareFound, rankOf, type RankedPlace } from './ranking.js';
import { PLACE_TYPES, type PlaceType } from './suggested-place.js';
import { readingsOf } from './typed-place.js';

const NAMES = [
  'Richmond VIC 3121',
  'Richmond NSW 2753',
  'Richmond Hill QLD 4820',
  'North Richmond NSW 2754',
  'St Kilda VIC 3182',
  'St Kilda East VIC 3183',
  'Stafford QLD 4053',
  'Mount Barker SA 5251',
  'Mount Barker WA 6324',
  'Barkers Creek VIC 3451',
  'Port Adelaide SA 5015',
  'Point Cook VIC 3030',
  "O'Connor ACT 2602",
  'Mount Kuring-Gai NSW 2080',
  'Darwin City NT 0800',
  'Victoria Park WA 6100',
  'South Yarra VIC 3141',
  'Yarra NSW 2580',
  'W Tree VIC 3885',
  'Rivière-Été TAS 7001',
];

function indexOf(names: readonly string[]): PlaceIndex {
  const index = new PlaceIndex();
  names.forEach((name, at) => {
    const { suburb, state, postcode, slug } = suburbLine(name);
    const isEven = at % 2 === 0;
    index.add({
      id: at + 1,
      uid: uuid(1, at),
      suburb,
      state,
      postcode,
      slug,
      regionName: isEven ? `Rest of ${state}` : `Greater ${suburb}`,
      areaName: isEven ? 'Mount Area' : '',
      latitude: null,
      longitude: null,
      gazetted: true,
    });
  });
  return index;
}

const index = indexOf(NAMES);
const listingsOf = (entry: number): number => (entry * 7) % 5;

interface Asked {
  readonly types?: readonly PlaceType[];
  readonly limit?: number;
}

const find = (typed: string, { types = PLACE_TYPES, limit = 20 }: Asked = {}): readonly RankedPlace[] =>
  index.find({ typed, types: new Set(types), limit, listingsOf });

/** The suggested texts, with the matched part in brackets. */
const shown = (found: readonly RankedPlace[]): string[] =>
  found.map(({ entry, matches }) => {
    const { text } = entry.place;
    return matchRanges(text, matches).reduceRight(
      (marked, [from, to]) => `${marked.slice(0, from)}[${marked.slice(from, to)}]${marked.slice(to)}`,
      text,
    );
  });

const ofSuburbs = (typed: string): string[] => shown(find(typed, { types: ['suburb'] }));

describe('places', () => {
  it.each([
    ['rich vic', '[Rich]mond [VIC] 3121'],
    ['RICH 3121', '[Rich]mond VIC [3121]'],
    ['richmond victoria', '[Richmond] [VIC] 3121'],
    ['richmond new south wales', '[Richmond] [NSW] 2753'],
    ['vic richmond', '[Richmond] [VIC] 3121'],
    ['st kilda e', '[St] [Kilda] [E]ast VIC 3183'],
    ['sai kil 3182', '[St] [Kil]da VIC [3182]'],
    ['stkildae', '[St] [Kilda] [E]ast VIC 3183'],
    ['mt barker wa', '[Mount] [Barker] [WA] 6324'],
    ['pt ad', '[Port] [Ad]elaide SA 5015'],
    ['pt co', '[Point] [Co]ok VIC 3030'],
    ['o’connor', "[O'Connor] ACT 2602"],
    ['oco', "[O'Co]nnor ACT 2602"],
    ['o connor act', "[O'Connor] [ACT] 2602"],
    ['kuringgai', 'Mount [Kuring]-[Gai] NSW 2080'],
    ['mt kuring gai', '[Mount] [Kuring]-[Gai] NSW 2080'],
    ['800', 'Darwin City NT [0800]'],
    ['darwin cbd', '[Darwin] City NT 0800'],
    ['sth yarra', '[South] [Yarra] VIC 3141'],
    ['west tree', '[W] [Tree] VIC 3885'],
    ['westtree', '[W] [Tree] VIC 3885'],
    ['wwst', '[W] Tree VIC 3885'],
    ['riviere et', '[Rivière]-[Ét]é TAS 7001'],
    ['kogarah', undefined],
  ])('match %j with %j first', (typed, first) => {
    expect(ofSuburbs(typed)[0]).toBe(first);
  });

  it('are sorted by rank, with typos last', () => {
    const texts = find('mount').map(({ entry }) => entry.place);
    expect(texts.slice(0, 3).map(({ type, text }) => [type, text.slice(0, 5)])).toEqual(
      Array.from({ length: 3 }, () => ['suburb', 'Mount']),
    );
    expect(texts.slice(3).map(({ type }) => type)).toEqual(expect.arrayContaining(['area', 'region']));
    expect(ofSuburbs('staford')).toEqual(['[Stafford] QLD 4053']);
    expect(ofSuburbs('mt braker wa')).toEqual(['[Mount] [Barker] [WA] 6324']);
    expect(ofSuburbs('kew')).toEqual([]);
    const [postcode, ...others] = find('3121').map(({ entry }) => entry.place.type);
    expect(postcode).toBe('postcode');
    expect(others).toEqual(['suburb']);
  });

  it('match the name of their state only in full', () => {
    expect(ofSuburbs('nsw').length).toBeGreaterThan(3);
    expect(ofSuburbs('new south wales')).toEqual(ofSuburbs('nsw'));
    expect(ofSuburbs('ns')).toEqual([]);
  });

  it.each(['', ' ', '!?', "'", '\u0301', '𝐀'.repeat(250), 'a '.repeat(250), '1'.repeat(500), 'é'.repeat(500)])(
    'are not suggested for %.10j',
    (typed) => {
      expect(find(typed)).toEqual([]);
    },
  );

  /** Texts that may be typed: words of a place, in any order, whole or partial, and other words. */
  const typed = fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.array(fc.record({ word: fc.nat(5), letters: fc.integer({ min: 1, max: 9 }) }), { maxLength: 4 }),
      fc.constantFrom('', ' mt', ' st', ' w', ' vic', ' s s', 'x'),
      fc.constantFrom(' ', '', '-'),
    )
    .map(([name, words, more, between]) => {
      const all = name.split(' ');
      return words.map(({ word, letters }) => (all[word % all.length] ?? '').slice(0, letters)).join(between) + more;
    });

  it('are the best matches by every index', () => {
    let fruitful = 0;
    fc.assert(
      fc.property(typed, fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const [reading] = readingsOf(text);
        if (!reading) return;
        const matching = index.catalog.entries.flatMap((entry: PlaceEntry, at): RankedPlace[] => {
          const matches = matchWords(reading, entry.words);
          const rank = matches && rankOf(entry, matches, reading);
          return matches && rank !== undefined ? [{ entry, rank, matches, listings: listingsOf(at) }] : [];
        });
        if (matching.length === 0) return;
        fruitful += 1;
        const best = matching.toSorted(compareFound).slice(0, limit);
        const found = find(text, { limit }).slice(0, best.length);
        expect({ text, found: shown(found) }).toEqual({ text, found: shown(best) });
      }),
      { numRuns: 1_500 },
    );
    expect(fruitful).toBeGreaterThan(200);
  });

  it('mark the matched parts', () => {
    fc.assert(
      fc.property(fc.oneof(typed, fc.string({ unit: 'grapheme' })), (text) => {
        for (const { entry, matches } of find(text)) {
          const ranges = matchRanges(entry.place.text, matches);
          expect(ranges.length).toBeGreaterThan(0);
          const ends = ranges.flat();
          expect(ends).toEqual(ends.toSorted((one, other) => one - other));
          expect(ends.at(-1)).toBeLessThanOrEqual(entry.place.text.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
