import iconv from 'iconv-lite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedElement } from '../feed.types.js';
import { entryOf, inPieces, readAll, readPlaced } from '../../../../test/support/feed-entries.js';
import { checkReaxml } from './read-reaxml.js';

const list = (...lines: string[]) => ['<?xml version="1.0"?>', '<propertyList>', ...lines, '</propertyList>'];

/** The problems of a file, with their places. */
const placesOf = async (file: string | Uint8Array) =>
  (await readPlaced(file)).flatMap(({ notes }) =>
    notes.map(({ line, column, element, problem }) => `${line}:${column} ${element} ${problem}`),
  );

const BAD = list(
  '<residential modTime="2024-01-01" status="current"><agentID>A</agentID><uniqueID>1</uniqueID>',
  '  <headline>🏡 é & &nbsp;</headline><flyingFox/>',
  '<!-- <features> -->  <features>',
  '    <bedrooms>many</bedrooms>',
  '    <bathrooms',
  '      a="b">lots</bathrooms>\u0001 🏡<toilets>x</toilets>',
  '  </features>',
  '</residential>',
  '  <rental modTime="2024-01-01" status="gone"/>',
);
const WRONG = [
  '4:17 headline a bare ampersand',
  '4:19 headline the entity &nbsp;, which is not defined',
  '8:29 features the character U+0001, which XML forbids',
  '4:36 flyingFox is not known',
  '6:5 bedrooms "many" is not a number',
  '7:5 bathrooms "lots" is not a number',
  '8:32 toilets "x" is not a number',
  '11:3 rental has no uniqueID of at most 500 characters',
];

describe('what is wrong is where an editor shows it', () => {
  it.each([
    ['lines that end in LF', Buffer.from(BAD.join('\n'))],
    ['lines that end in CRLF', Buffer.from(BAD.join('\r\n'))],
    ['lines that end in CR', Buffer.from(BAD.join('\r'))],
    ['a byte order mark', Buffer.from(`\uFEFF${BAD.join('\n')}`)],
    ['UTF-16', iconv.encode(BAD.join('\r\n'), 'utf-16le', { addBOM: true })],
  ])('%s', async (_, file) => {
    expect(await placesOf(file)).toEqual(WRONG);
  });

  it.each([
    ['a tag that does not fit', [...list('<land>', '  <a></b>')], '4:9'],
    ['an end that is missing', list('<land>').slice(0, -1), '3:6'],
    ['an end within a tag', ['<propertyList>', '<land a="'], '2:10'],
    ['another root', ['', ' <html/>'], '2:8'],
    ['an encoding that is not read', ['<?xml version="1.0" encoding="EBCDIC-CP-US"?>'], '1:1'],
  ])('%s', async (_, lines, place) => {
    const { problem } = await checkReaxml(inPieces(lines.join('\n')));
    expect(`${problem?.line}:${problem?.column}`).toBe(place);
  });

  it('in pieces of any size, and any elements', async () => {
    const breaks = fc.constantFrom('\n', '\r\n', '\r', ' ', '');
    const parts = fc.constantFrom('🏡', 'é', '&amp;', '&', '<b>x</b>', '<!-- x -->', '<![CDATA[ < ]]>', '<study\r\n/>');
    const inner = fc.array(fc.tuple(parts, breaks)).map((all) => all.flat().join(''));
    await fc.assert(
      fc.asyncProperty(inner, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const file = entryOf(`<description>${text}</description><toilets>x</toilets>`);
        const [entry] = await readAll(file, size);
        if (entry?.kind !== 'entry') throw new Error(JSON.stringify(entry));
        for (const element of flat(entry.element)) expect(startsAt(file, element)).toBe(`<${element.name}`);
      }),
      { numRuns: 300 },
    );
  });
});

const flat = (element: FeedElement): FeedElement[] => [element, ...element.children.flatMap(flat)];

/** The characters of a file at the position of an element, as many as its tag name has. */
function startsAt(file: string, { line, column, name }: FeedElement): string {
  const characters = [...(file.split(/\r\n|\r|\n/)[line - 1] ?? '')];
  return characters.slice(column - 1, column + name.length).join('');
}
