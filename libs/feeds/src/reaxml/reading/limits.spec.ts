import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../feed.types.js';
import { entryToPatch } from '../mapping/entry-to-patch.js';
import { entryOf, readAll, readOne } from '../reading.support.js';
import { checkReaxml, readReaxml } from './read-reaxml.js';

const MB = 1_048_576;

/** A list with something huge in its second entry, made as it is read. */
async function* around(begin: string, part: string, times: number, end: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`<propertyList>${entryOf('')}${begin}`);
  const bytes = Buffer.from(part);
  for (let at = 0; at < times; at += 1) yield bytes;
  yield Buffer.from(`${end}${entryOf('', 'land')}</propertyList>`);
}

const [OPEN = '', CLOSE = ''] = entryOf('|').split('|');

describe('in one place', () => {
  it.each([
    ['100 MB of text', '<description>', 'lorem ipsum '.repeat(5000), '</description>'],
    ['a text of entities', '<description>', '&amp;&#33;&nbsp; '.repeat(3750), '</description>'],
    ['a CDATA section', '<description><![CDATA[', 'lorem <p>sum '.repeat(5000), ']]></description>'],
    ['many CDATA sections', '<description>', '<![CDATA[lorem]]> ipsum'.repeat(2600), '</description>'],
    ['an attribute', '<externalLink href="', 'https://x.example/'.repeat(3333), '"/>'],
    ['a comment', '<!--', 'lorem & <ipsum> - '.repeat(3500), '-->'],
    ['an instruction', '<?php ', 'lorem & <ipsum> ? '.repeat(3500), '?>'],
    ['what is private', '<vendorDetails><name>', 'lorem ipsum '.repeat(5000), '</name></vendorDetails>'],
    ['elements', '<features>', '<study>yes</study>'.repeat(3333), '</features>'],
    ['elements side by side', '', '<foo bar="1">lorem</foo>'.repeat(2500), ''],
    ['images', '<images>', '<img id="a" url="https://x.example/a"/>'.repeat(1600), '</images>'],
  ])('%s leaves memory flat and its neighbours alone', async (name, begin, part, end) => {
    const before = process.memoryUsage();
    let most = 0;
    const entries: FeedEntry[] = [];
    const size = name.startsWith('100') ? 100 * MB : 20 * MB;
    const source = around(OPEN + begin, part, Math.ceil(size / part.length), end + CLOSE);
    const measured = (async function* () {
      let pieces = 0;
      for await (const piece of source) {
        if ((pieces += 1) % 50 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before.heapUsed);
        yield piece;
      }
    })();
    for await (const entry of readReaxml(measured)) {
      expect(entry.kind).toBe('entry');
      if (entry.kind === 'entry') entries.push(entry);
    }
    expect(entries.map(({ element }) => element.name)).toEqual(['residential', 'residential', 'land']);
    expect(entries.every((entry) => entryToPatch(entry).kind === 'listing')).toBe(true);
    expect(most).toBeLessThan(100 * MB);
  });

  it('a tag, a depth or a document type without end is no REAXML', async () => {
    const tag = await checkReaxml(around(`${OPEN}<a`, 'b'.repeat(60_000), 2000, `/>${CLOSE}`));
    expect(tag.problem?.problem).toBe('has a tag that is far too long (behind entry 1)');
    const depth = await checkReaxml(around(OPEN, '<a>'.repeat(20_000), 2000, CLOSE));
    expect(depth.problem?.problem).toBe('nests elements more than 64 deep (behind entry 1)');
    const doctype = await checkReaxml(
      (async function* () {
        yield Buffer.from('<!DOCTYPE a [');
        for (;;) yield Buffer.from('<!ELEMENT a (b)>'.repeat(100));
      })(),
    );
    expect(doctype.problem?.problem).toBe('has a document type that is far too long');
  });
});

it('keeps the first 1,000 of 10,000 images', async () => {
  const images = Array.from({ length: 10_000 }, (_, at) => `<img id="${at}" url="https://x.example/${at}"/>`).join('');
  const { patch, notes } = await readOne(entryOf(`<images>${images}</images>`));
  expect(patch.images).toHaveLength(1000);
  expect(patch.images?.at(-1)?.url).toBe('https://x.example/999');
  expect(notes).toEqual([
    { element: 'images', problem: 'more than 1000 elements (9000 times)', done: 'the others left out' },
  ]);
});

it('cuts a text of more than 1 MB', async () => {
  const [entry] = (await readAll(entryOf(`<description>${'é'.repeat(2 * MB)}</description>`))) as FeedEntry[];
  expect(entry?.element.children.at(-1)?.text).toHaveLength(MB);
  expect(entry?.notes).toMatchObject([{ element: 'description', problem: 'a text of more than 1 MB', done: 'cut' }]);
});

it('lists at most 100 different notes', async () => {
  const unknown = Array.from({ length: 300 }, (_, at) => `<x${at}/>`).join('');
  const { notes } = await readOne(entryOf(unknown));
  expect(notes).toHaveLength(101);
  expect(notes.at(-1)).toEqual({ element: '', problem: '200 more problems', done: 'not listed' });
});
