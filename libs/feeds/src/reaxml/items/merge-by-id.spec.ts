import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareIds, type Item, type ItemChanges, joinChanges, mergeById } from './merge-by-id.js';

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

  it('is the same by two changes one after the other, and by both joined', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcde'), { maxLength: 5 });
    const items = ids.chain((some) =>
      fc.tuple(...some.map((id) => fc.record({ id: fc.constant(id), value: fc.nat(3) }))),
    );
    const change = fc
      .record({ cleared: fc.subarray(['', 'a', 'b']), removed: ids, put: items })
      .map(({ cleared, removed, put }) => {
        return { cleared, removed: removed.filter((id) => !put.some((item) => item.id === id)), put };
      });
    const sorted = (list: readonly Item<number>[]) => list.toSorted(RULES.compare);
    fc.assert(
      fc.property(items, change, change, (before, earlier, later) => {
        const joined = joinChanges<number>(earlier, later, RULES);
        const inTurn = mergeById<number>(mergeById<number>(before, earlier, RULES), later, RULES);
        expect(sorted(joined ? mergeById<number>(before, joined, RULES) : before)).toEqual(sorted(inTurn));
      }),
    );
  });
});

it('ids have the order of the format', () => {
  const ids = ['1', '2', '10', 'a', 'b', 'z', 'aa', 'ab', 'document:1', 'document:2', 'document:10'];
  expect(ids.toReversed().toSorted(compareIds)).toEqual(ids);
});
