import { describe, expect, it } from 'vitest';
import { compareIds, type Item, type ItemChanges, mergeById } from './merge-by-id.js';

const RULES = { compare: (one: Item<unknown>, other: Item<unknown>) => compareIds(one.id, other.id) };
const itemsOf = (ids: string) => [...ids].map((id) => ({ id, value: id }));
const changes = (more: Partial<ItemChanges>): ItemChanges => ({ cleared: [], removed: [], put: [], ...more });
const idsOf = (items: readonly Item<unknown>[]) => items.map(({ id }) => id).join('');

describe('a list after changes by id', () => {
  it.each([
    ['bca', {}, 'bca'],
    ['bca', { removed: ['c', 'x'] }, 'ba'],
    ['bca', { put: [{ id: 'c', value: 'new' }] }, 'bca'],
    ['bca', { put: [{ id: 'd', value: 'd' }] }, 'abcd'],
    ['bca', { removed: ['b'], put: [{ id: 'b', value: 'new' }] }, 'bca'],
    ['bca', { cleared: [''] }, ''],
    ['bca', { cleared: [''], put: itemsOf('cd') }, 'cd'],
    ['bca', { cleared: ['a', 'b'] }, 'c'],
  ])('%s after %j is %s', (before, change, after) => {
    expect(idsOf(mergeById<unknown>(itemsOf(before), changes(change), RULES))).toBe(after);
  });

  it('keeps of a replaced item what the rules say', () => {
    const replace = (former: string, given: string) => former + given;
    const put = [{ id: 'a', value: '2' }];
    expect(mergeById([{ id: 'a', value: '1' }], { cleared: [], removed: [], put }, { ...RULES, replace })).toEqual([
      { id: 'a', value: '12' },
    ]);
  });
});

it('ids have the order of the format', () => {
  const ids = ['1', '2', '10', 'a', 'b', 'z', 'aa', 'ab', 'document:1', 'document:2', 'document:10'];
  expect(ids.toReversed().toSorted(compareIds)).toEqual(ids);
});
