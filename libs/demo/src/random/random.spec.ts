import { describe, expect, it } from 'vitest';
import { Random } from './random.js';
import { choiceOf } from './weighted-choice.js';

const draws = (random: Random) => Array.from({ length: 20 }, () => random.fraction());

describe('Random', () => {
  it('repeats itself for the same seed and purpose, and for no other', () => {
    const first = draws(new Random(1, 'a'));
    expect(draws(new Random(1, 'a'))).toEqual(first);
    expect(draws(new Random(2, 'a'))).not.toEqual(first);
    expect(draws(new Random(1, 'b'))).not.toEqual(first);
  });

  it('stays within its bounds', () => {
    const random = new Random(7, 'bounds');
    const integers = Array.from({ length: 1000 }, () => random.integer(3, 5));
    expect(new Set(integers)).toEqual(new Set([3, 4, 5]));
    expect(draws(random).every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(random.hex(13)).toMatch(/^[0-9a-f]{13}$/);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it('draws in proportion to weights', () => {
    const random = new Random(7, 'weights');
    const choice = choiceOf({ often: 3, seldom: 1, never: 0 });
    const drawn = Array.from({ length: 4000 }, () => choice.draw(random));
    expect(drawn.filter((key) => key === 'often').length / 4000).toBeCloseTo(0.75, 1);
    expect(drawn).not.toContain('never');
  });
});
