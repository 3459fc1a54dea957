import { describe, expect, it } from 'vitest';
import { changedPaths } from './audit-entry.js';

describe('changedPaths', () => {
  it.each<[object, object, string[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
    [{ a: { b: { c: 'x' }, d: 1 } }, { a: { b: { c: 'y' }, d: 1 } }, ['a.b.c']],
    [{ hooks: [{ url: 'a' }] }, { hooks: [{ url: 'b' }] }, ['hooks']],
    [{ a: [1, 2] }, { a: [1, 2] }, []],
    [{ a: null }, { a: { b: 1 } }, ['a']],
    [{ a: { b: 1 } }, { a: null }, ['a']],
    [{ a: 1 }, { b: 1 }, ['b', 'a']],
    [{ a: undefined }, {}, []],
  ])('of %j and %j are %j', (before, after, paths) => {
    expect(changedPaths(before, after)).toEqual(paths);
  });

  it('contain no values', () => {
    expect(changedPaths({ secretKey: 'old secret' }, { secretKey: 'new secret' })).toEqual(['secretKey']);
  });
});
