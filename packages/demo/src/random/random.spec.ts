import { describe, expect, it } from 'vitest';
import { Random } from './random.js';

const draws = (random: Random) => Array.from({ length: 20 }, () => random.fraction());

describe('Random', () => {
  it('repeats the same numbers for the same seed and purpose, and only for them', () => {
    const first = draws(new Random(1, 'a'));
    expect(draws(new Random(1, 'a'))).toEqual(first);
    expect(draws(new Random(2, 'a'))).not.toEqual(first);
    expect(draws(new Random(1, 'b'))).not.toEqual(first);
  });

  it('has a stream per name, independent of other streams', () => {
    const random = new Random(1, 'a');
    const [bedrooms, price] = [draws(random.stream('bedrooms')), draws(random.stream('price'))];
    expect(price).not.toEqual(bedrooms);
    expect(draws(random.stream('bedrooms'))).toEqual(bedrooms);
    expect(draws(new Random(1, 'b').stream('bedrooms'))).not.toEqual(bedrooms);
    expect(draws(random.stream(1).stream('price'))).not.toEqual(draws(random.stream(2).stream('price')));
  });

  it('distributes the first numbers of streams with similar names', () => {
    const random = new Random(1, 'spread');
    const tenths = Array.from({ length: 10_000 }, (_, item) => Math.floor(random.stream(item).fraction() * 10));
    for (let tenth = 0; tenth < 10; tenth++)
      expect(tenths.filter((found) => found === tenth).length / 10_000).toBeCloseTo(0.1, 1);
    const pairs = tenths.slice(1).map((tenth, index) => tenth === tenths[index]);
    expect(pairs.filter(Boolean).length / pairs.length).toBeCloseTo(0.1, 1);
  });

  it('stays within its bounds', () => {
    const random = new Random(7, 'bounds');
    const integers = Array.from({ length: 1000 }, () => random.integer(3, 5));
    expect(new Set(integers)).toEqual(new Set([3, 4, 5]));
    expect(draws(random).every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(random.hex(13)).toMatch(/^[0-9a-f]{13}$/);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
