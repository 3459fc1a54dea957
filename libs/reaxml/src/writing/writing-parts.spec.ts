import type { ListingLine } from '@app/listings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../feed.types.js';
import { NoteList } from '../note-list.js';
import { kindOf, around, empty, escapeText, leaf, leafAround, dateText } from './markup.js';
import { imageIds } from './write-media.js';

const image = (id: string, type = id === 'm' ? 'featured' : 'img') => ({ id, type });

describe('the ids of images', () => {
  it.each([
    ['', ''],
    ['m a bc', 'm a bc'],
    // No main image is as well: then no id is the main one's.
    ['b a', 'b a'],
    ['1 m 2', 'a m b'],
    ['a a', 'a b'],
    ['m:img a', 'a b'],
    ['A :img', 'a b'],
    ['x:featured y:featured', 'm a'],
  ])('"%s" are "%s"', (given, ids) => {
    const images = given
      .split(' ')
      .filter(Boolean)
      .map((text) => image(...(text.split(':') as [string, string?])));
    expect(imageIds(images).join(' ')).toBe(ids);
  });

  it('are valid and different, however many there are, and stay as they are', () => {
    const images = fc.array(
      fc.record({ id: fc.constantFrom('m', 'a', '', '7', 'zz'), type: fc.constantFrom('img', 'featured') }),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(images, (given) => {
        const ids = imageIds(given);
        const again = imageIds(ids.map((id) => image(id)));
        return new Set(ids).size === given.length && ids.join() === again.join();
      }),
      { numRuns: 200 },
    );
    const many = imageIds(Array.from({ length: 1000 }, () => image('?')));
    expect(new Set(many).size).toBe(1000);
    expect(many).not.toContain('m');
    expect(many.slice(24, 27)).toEqual(['z', 'aa', 'ab']);
  });
});

describe('markup', () => {
  it('has attributes that are given, in their order', () => {
    expect(empty('a', { b: 1, c: undefined, d: '' })).toBe('<a b="1" d=""/>');
    expect(leaf('a', 0)).toBe('<a>0</a>');
    expect(around('a', ['<b/>', '', '<c/>'], { id: 'x' })).toBe('<a id="x"><b/><c/></a>');
    expect(leafAround('a', '<', '<b/>', { c: '"' })).toBe('<a c="&quot;">&lt;<b/></a>');
  });

  it('escapes what would end a text or an attribute', () => {
    expect(escapeText('a & b < c ]]> d\r\n\t"')).toBe('a &amp; b &lt; c ]]&gt; d&#13;\n\t"');
    expect(empty('a', { b: '<&>"\r\n\t' })).toBe('<a b="&lt;&amp;&gt;&quot;&#13;&#10;&#9;"/>');
  });

  it('leaves out what no document may hold', () => {
    expect(escapeText('a\0\u0008\uFFFF\ud83cb')).toBe('ab');
    expect(escapeText('🏠')).toBe('🏠');
  });
});

describe('the order of elements', () => {
  it.each([
    ['commercial', { commercialLand: true }, 'commercialLand'],
    ['commercial', {}, 'commercial'],
    ['land', { commercialLand: true }, 'land'],
  ])('of a %s with %j is that of %s', (listingType, details, kind) => {
    expect(kindOf({ listingType, details } as ListingLine)).toBe(kind);
  });
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
