import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CharacterFilter } from './character-filter.js';
import { decodeXml, encodingOf, Utf8Decoder } from './decode-xml.js';
import { LineCounter } from './line-counter.js';
import { FORBIDDEN, referenceAt } from './xml-characters.js';

/** Cuts something into pieces of these sizes. */
function* pieces<T extends { subarray?: unknown; length: number }>(
  whole: T,
  sizes: readonly number[],
  slice: (from: number, to?: number) => T,
): Generator<T> {
  let from = 0;
  for (const size of sizes) yield slice(from, (from += size));
  if (from < whole.length) yield slice(from);
}

const sizesArbitrary = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 12 });

async function decode(bytes: Buffer, sizes: readonly number[] = []): Promise<string> {
  const source = (async function* () {
    yield* pieces(bytes, sizes, (from, to) => bytes.subarray(from, to));
  })();
  let text = '';
  for await (const piece of decodeXml(source)) text += piece.text;
  return text;
}

describe('the encoding of a file', () => {
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.from(''), 'utf-8'],
    ['a mark of UTF-8', Buffer.from('\uFEFF<a/>'), 'utf-8'],
    ['windows-1252, in single quotes', Buffer.from(`<?xml version='1.0' encoding = 'Windows-1252'?>`), 'windows-1252'],
    ['a declaration after a line', Buffer.from(`\n<?xml version="1.0" encoding="latin1"?>`), 'windows-1252'],
    ['an encoding in a text', Buffer.from(`<a> encoding="latin1"</a>`), 'utf-8'],
    ['a mark that contradicts the declaration', Buffer.from('\uFEFF<?xml encoding="latin1"?>'), 'utf-8'],
  ])('%s', (_, head, encoding) => {
    expect(encodingOf(head)).toBe(encoding);
  });

  it.each(['ebcdic', 'utf-7', 'constructor', '__proto__'])('%s is not read', (name) => {
    expect(() => encodingOf(Buffer.from(`<?xml version="1.0" encoding="${name}"?>`))).toThrow('which is not read');
  });

  it('is found when the head comes in pieces, and when there is not even a head', async () => {
    expect(await decode(Buffer.from(''), [])).toBe('');
    expect(await decode(Buffer.from('<'), [])).toBe('<');
    const long = `<?xml version="1.0" encoding="iso-8859-1"?>${' '.repeat(3000)}\u00e9`;
    expect(await decode(Buffer.from(long, 'latin1'), [500, 500, 500])).toBe(long);
  });
});

describe('UTF-8 with bytes of windows-1252 in it', () => {
  const read = (bytes: Buffer, sizes: readonly number[] = []) => {
    const decoder = new Utf8Decoder();
    const parts = [...pieces(bytes, sizes, (from, to) => bytes.subarray(from, to))].map((piece) =>
      decoder.write(piece),
    );
    return [...parts, decoder.end()];
  };
  const textOf = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('');

  it.each<[string, number[], string]>([
    ['a quote', [0x61, 0x92, 0x73], 'a\u2019s'],
    ['a letter', [0xe9], '\u00e9'],
    ['a letter before a letter of two bytes', [0xe9, 0xc3, 0xa9], '\u00e9\u00e9'],
    ['the start of a letter that has no end', [0xe2, 0x80], '\u00e2\u20ac'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], '\u00ed\u00a0\u20ac'],
    ['a letter in too many bytes', [0xc0, 0x80], '\u00c0\u20ac'],
    ['a mark within the text', [0x61, 0xef, 0xbb, 0xbf], 'a\uFEFF'],
    ['a mark after a letter', [0xe9, 0xef, 0xbb, 0xbf], '\u00e9\uFEFF'],
    ['a mark before the text', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ])('%s', (_, bytes, text) => {
    expect(textOf(read(Buffer.from(bytes)))).toBe(text);
  });

  it('reads any text of UTF-8 as it is, and any bytes the same however they come', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', '\n', 'é', '\u0080', '\u2014', '\uFEFF', '\uFFFD', '🏠'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(letters, sizesArbitrary, (given, sizes) => {
        // The first mark says how the file is encoded, and is no part of its text.
        return textOf(read(Buffer.from(given), sizes)) === given.replace(/^\uFEFF/, '');
      }),
      { numRuns: 200 },
    );
    const bytes = fc.array(fc.constantFrom(0x61, 0xc3, 0xa9, 0xe2, 0x80, 0x94, 0xf0, 0x9f, 0x8f, 0xa0, 0xff), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(bytes, sizesArbitrary, (given, sizes) => {
        const buffer = Buffer.from(given);
        return textOf(read(buffer, sizes)) === textOf(read(buffer));
      }),
      { numRuns: 300 },
    );
  });
});

describe('characters that XML forbids', () => {
  const filter = (text: string, sizes: readonly number[] = []) => {
    let [kept, notes] = ['', [] as string[]];
    const gate = new CharacterFilter({
      push: (piece) => (kept += piece),
      note: (problem, _, at) => notes.push(`${at}: ${problem}`),
    });
    for (const piece of pieces(text, sizes, (from, to) => text.slice(from, to))) gate.push(piece);
    gate.end();
    return { kept, notes };
  };

  it.each([
    ['a\0b', 'ab', ['1: the character U+0000, which XML forbids']],
    ['\u000b\u000c', '', ['0: the character U+000B, which XML forbids', '1: the character U+000C, which XML forbids']],
    ['a\uFFFFb', 'ab', ['1: the character U+FFFF, which XML forbids']],
    ['\ud83c', '', ['0: the character U+D800..DFFF, which XML forbids']],
    ['a\udfe0b', 'ab', ['1: the character U+D800..DFFF, which XML forbids']],
    ['a\uFFFDb', 'a\uFFFDb', ['1: bytes that are not in the encoding of the file']],
    ['\t\n\r é🏠\u0085', '\t\n\r é🏠\u0085', []],
  ])('%j', (text, kept, notes) => {
    expect(filter(text)).toEqual({ kept, notes });
  });

  it('are taken out the same however the text comes', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\0', '\ud83c', '\udfe0', '\uFFFD', '\u0008', '🏠'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, sizesArbitrary, (given, sizes) => {
        const [whole, cut] = [filter(given), filter(given, sizes)];
        return JSON.stringify(whole) === JSON.stringify(cut) && whole.kept.search(FORBIDDEN) === -1;
      }),
      { numRuns: 300 },
    );
  });
});

describe('a reference', () => {
  it.each([
    ['&amp;', 5, undefined],
    ['&lt; x', 4, undefined],
    ['&#233;', 6, undefined],
    ['&#xE9;', 6, undefined],
    ['&#x1F3E0;', 9, undefined],
    ['&#10;', 5, undefined],
    ['&nbsp;', 6, '\u00a0'],
    ['&eacute;', 8, '\u00e9'],
    ['&mdash;', 7, '\u2014'],
    ['&unknown;', 9, '&amp;unknown;'],
    ['&constructor;', 13, '&amp;constructor;'],
    ['& b', 1, '&amp;'],
    ['&', 1, '&amp;'],
    ['&b', 1, '&amp;'],
    ['&;', 1, '&amp;'],
    ['&#;', 1, '&amp;'],
    ['&#0;', 4, ''],
    ['&#xD800;', 8, ''],
    ['&#xFFFF;', 8, ''],
    ['&#x110000;', 10, ''],
    ['&#9999999;', 10, ''],
    ['&#99999999;', 1, '&amp;'],
    [`&${'a'.repeat(60)};`, 1, '&amp;'],
  ])('%s', (xml, length, mended) => {
    const reference = referenceAt(`x${xml}`, 1);
    expect([reference.length, reference.mended]).toEqual([length, mended]);
    expect(reference.problem === undefined).toBe(mended === undefined);
  });
});

describe('LineCounter', () => {
  /** Lines and columns as an editor counts them: characters, and every way of ending a line. */
  function offsetOf(text: string, offset: number) {
    const before = text.slice(0, offset);
    const lines = before.split(/\r\n|\r|\n/);
    // Between a return and its line feed the next line has begun.
    return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
  }

  it('gives the place of every offset, however the text comes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '🏠', ' '), maxLength: 20 });
    fc.assert(
      fc.property(text, sizesArbitrary, (given, sizes) => {
        const counter = new LineCounter();
        let at = 0;
        for (const piece of pieces(given, sizes, (from, to) => given.slice(from, to))) {
          counter.push(piece);
          for (const end = at + piece.length; at < end; at++) {
            // Nothing begins between the two halves of a pair, or between a return and its line feed.
            if (/[\udc00-\udfff\n]/.test(given[at] ?? '')) continue;
            const [found, expected] = [counter.position(at), offsetOf(given, at)];
            if (found.line !== expected.line || found.column !== expected.column) return false;
            if (!counter.has(given[at] ?? '', at)) return false;
          }
        }
        return true;
      }),
      { numRuns: 200 },
    );
  });

  it('can look back a little', () => {
    const counter = new LineCounter();
    counter.push(`a\n${'b'.repeat(5000)}`);
    counter.push('\nc');
    expect(counter.position(5003)).toEqual({ line: 3, column: 1 });
    expect(counter.position(5000)).toEqual({ line: 2, column: 4999 });
    expect(counter.position(5003)).toEqual({ line: 3, column: 1 });
  });
});
