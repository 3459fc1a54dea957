import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByUniqueKey } from './split-by-unique-key.js';

describe('splitByUniqueKey', () => {
  it('gives parts without a repeated key, which together are the items in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (items) => {
        const parts = splitByUniqueKey(items, (item) => item);
        const unique = parts.every((part) => part.length > 0 && new Set(part).size === part.length);
        return unique && JSON.stringify(parts.flat()) === JSON.stringify(items);
      }),
      { numRuns: 200 },
    );
  });

  it('begins a part only where it has to', () => {
    const parts = splitByUniqueKey(['a', 'b', 'a', 'b', 'c', 'c'], (item) => item);
    expect(parts).toEqual([['a', 'b'], ['a', 'b', 'c'], ['c']]);
    expect(splitByUniqueKey([], (item) => item)).toEqual([]);
  });
});
