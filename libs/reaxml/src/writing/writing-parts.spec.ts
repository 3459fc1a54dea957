import type { ListingLine } from '@app/listings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../feed.types.js';
import { NoteList } from '../note-list.js';
import { DTD_FILE, dtds } from '../../../../test/support/reaxml-dtd.js';
import { words } from '../../../../test/feeds/reaxml-elements.js';
import { around, dateText, empty, escapeText, leaf, type Markup, type OutgoingListing, render } from './markup.js';
import { DTDS, REVISIONS, type Revision } from './revisions.js';
import { MEDIA } from './write-media.js';

type Image = ListingLine['images'][number];

const image = (id: string, type = id === 'm' ? 'featured' : 'img'): Image => ({ id, type, url: 'https://x.example/' });

/** The ids of the exported images. */
function imageIds(images: readonly Image[], revision: Revision = 'r1.64'): string[] {
  const listing = { line: { images }, timeZone: 'UTC' } as unknown as OutgoingListing; // the parts that are read
  return [...render(MEDIA.images(listing), revision).matchAll(/ id="(\w*)"/g)].map(([, id = '']) => id);
}

describe('the ids of images', () => {
  it.each([
    ['', ''],
    ['m a ac', 'm a ac'],
    // No main image is as well: then no id is the main one's.
    ['b a', 'b a'],
    ['1 m 2', 'a m b'],
    ['a a', 'a b'],
    ['m:img a', 'a b'],
    ['M:img m', 'a m'],
    ['m bc', 'm a'],
    ['b :img', 'a b'],
    ['7:featured 8:featured', 'm a'],
  ])('"%s" are "%s"', (given, ids) => {
    const images = given
      .split(' ')
      .filter(Boolean)
      .map((text) => image(...(text.split(':') as [string, string?])));
    expect(imageIds(images).join(' ')).toBe(ids);
  });

  it('are valid and different, and stay as they are', () => {
    const images = fc.array(
      fc
        .tuple(fc.constantFrom('m', 'a', '', '7', 'zz'), fc.constantFrom('img', 'featured'))
        .map(([id, type]) => image(id, type)),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(images, (given) => {
        const ids = imageIds(given);
        const again = imageIds(ids.map((id) => image(id)));
        return new Set(ids).size === given.length && ids.join() === again.join();
      }),
      { numRuns: 200 },
    );
  });

  it.each<[Revision, number, string]>([
    ['r1.64', 34, 'ai'],
    ['r1.61', 25, 'z'],
  ])('are those of %s: %d beside the main one', (revision, count, last) => {
    const ids = imageIds([image('m'), ...Array.from({ length: 1000 }, () => image('?'))], revision);
    expect([ids.length, ids.at(-1), new Set(ids).size]).toEqual([count + 1, last, count + 1]);
  });
});

const written = (markup: Markup | undefined): string => (markup ? render(markup, 'r1.64') : '');

describe('markup', () => {
  it('has attributes that are given, in their order', () => {
    expect(written(empty('a', { b: 1, c: undefined, d: '' }))).toBe('<a b="1" d=""/>');
    expect(written(empty('a', { b: undefined }))).toBe('');
    expect(written(leaf('a', 0))).toBe('<a>0</a>');
    expect(written(leaf('a', undefined))).toBe('');
    const children = [leaf('b', ''), undefined, empty('c', { x: 1 })];
    expect(written(around('a', children, { id: 'x' }, '<'))).toBe('<a id="x">&lt;<b/><c x="1"/></a>');
  });

  it('has the names, the values and the order of the format, and nothing else', () => {
    const children = [leaf('study', 'yes'), leaf('pond', 'yes'), leaf('GYM', 'no'), leaf('gym', 'yes')];
    expect(written(around('features', children))).toBe('<features><gym>no</gym><study>yes</study></features>');
    expect(written(empty('category', { name: 'duplex Semi-Detached' }))).toBe('<category name="DuplexSemi-detached"/>');
    expect(written(empty('category', { name: 'Castle' }))).toBe('');
    expect(written(leaf('telephone', '1', { type: 'BH' }))).toBe('<telephone>1</telephone>');
    expect(render(around('telephone', [], { type: 'bh' }, '1'), 'r1.61')).toBe('<telephone type="BH">1</telephone>');
  });

  it('escapes what would end a text or an attribute', () => {
    expect(escapeText('a & b < c ]]> d\r\n\t"')).toBe('a &amp; b &lt; c ]]&gt; d&#13;\n\t"');
    expect(written(empty('a', { b: '<&>"\r\n\t' }))).toBe('<a b="&lt;&amp;&gt;&quot;&#13;&#10;&#9;"/>');
  });

  it('leaves out what no document may hold', () => {
    expect(escapeText('a\0\u0008\uFFFF\ud83cb')).toBe('ab');
    expect(escapeText('🏠')).toBe('🏠');
  });
});

describe.skipIf(DTD_FILE.isMissing).each(REVISIONS)(`the names of %s${DTD_FILE.why}`, (revision) => {
  /** Elements that are not written. */
  const UNWRITTEN = new Set(words('marketing vendorDetails miniweb purchaseOrder pool spa'));
  const { elements, attributes } = DTD_FILE.isMissing ? { elements: {}, attributes: {} } : dtds()[revision];
  const childrenIn = (model = ''): string[] =>
    (model.match(/\w+\??\*?/g) ?? [])
      .map((child) => child.replace('?', ''))
      .filter((child) => !UNWRITTEN.has(child.replace('*', '')));

  it.each([...DTDS[revision]].filter(([path]) => !/^(objects|listingAgent)$/.test(path)))(
    '%s are all of the DTD, in its order',
    (path, names) => {
      const [element = '', attribute] = path.split('@');
      const given = [...names.values()].map(({ name, isRepeated }) => (isRepeated ? `${name}*` : name));
      const { type = [] } = attributes[element]?.[attribute ?? ''] ?? {};
      expect(given).toEqual(attribute === undefined ? childrenIn(elements[element]) : type);
    },
  );
});

describe('dates', () => {
  it.each([
    ['2024-07-01T01:00:00.000Z', 'Australia/Perth', '2024-07-01-09:00:00'],
    ['2024-01-01T00:00:00.000Z', 'Australia/Melbourne', '2024-01-01-11:00:00'],
    ['2024-12-31T23:30:00.000Z', 'Australia/Darwin', '2025-01-01-09:00:00'],
  ])('%s in %s is %s', (instant, zone, text) => {
    expect(dateText(instant, zone)).toBe(text);
  });
});

describe('NoteList', () => {
  const place = (line: number) => ({ line, column: 1 });

  it('has a repeated note once, at its first place, with the number of times', () => {
    const list = new NoteList();
    for (const line of [3, 5, 9]) list.add(place(line), 'img', 'is wrong');
    list.add(place(4), 'img', 'is wrong', 'kept');
    expect(list.toArray()).toEqual([
      { line: 3, column: 1, element: 'img', problem: 'is wrong (3 times)', done: 'left out' },
      { line: 4, column: 1, element: 'img', problem: 'is wrong', done: 'kept' },
    ]);
  });

  it('goes on with those that came before', () => {
    const before = [{ ...place(1), element: 'a', problem: 'p', done: 'd' }];
    const list = new NoteList(before);
    list.add(place(2), 'a', 'p', 'd');
    expect(list.toArray()).toEqual([{ ...before[0], problem: 'p (2 times)' }]);
  });

  it('holds so many at most, and counts the others where the first of them stands', () => {
    const list = new NoteList();
    for (let at = 1; at <= LIMITS.notes + 3; at++) list.add(place(at), 'a', `problem ${at}`);
    list.add(place(999), 'a', 'problem 1');
    const notes = list.toArray();
    expect(notes).toHaveLength(LIMITS.notes + 1);
    expect(notes[0]?.problem).toBe('problem 1 (2 times)');
    expect(notes.at(-1)).toEqual({
      ...place(LIMITS.notes + 1),
      element: '',
      problem: '3 more problems',
      done: 'not listed',
    });
  });

  it('tells elements, problems and what was done apart', () => {
    const list = new NoteList();
    list.add(place(1), 'a', 'b\u0001c', 'd');
    list.add(place(2), 'a', 'b', 'c');
    list.add(place(3), 'ab', '', 'c');
    expect(list.toArray()).toHaveLength(3);
  });
});
