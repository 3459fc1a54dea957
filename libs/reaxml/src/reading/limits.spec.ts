import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../feed.types.js';
import { entryToPatch } from '../mapping/entry-to-patch.js';
import { entryOf, readAll, readOne } from '../../../../test/support/feed-entries.js';
import { around, CLOSE, HUGE, hugeEntry, MB, OPEN } from '../../../../test/support/huge-entries.js';
import { checkReaxml, readReaxml } from './read-reaxml.js';

describe('in one place', () => {
  it.each(HUGE)('%s leaves its neighbours alone', async (_, begin, part, end) => {
    const entries: FeedEntry[] = [];
    for await (const entry of readReaxml(hugeEntry(2 * MB, begin, part, end))) {
      expect(entry.kind).toBe('entry');
      if (entry.kind === 'entry') entries.push(entry);
    }
    expect(entries.map(({ element }) => element.name)).toEqual(['residential', 'residential', 'land']);
    expect(entries.every((entry) => entryToPatch(entry).kind === 'listing')).toBe(true);
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
