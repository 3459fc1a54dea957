import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Repeatable random numbers: the same seed and purpose give the same sequence. */
export class Chance {
  private readonly generator;

  constructor(seed: number, purpose: string) {
    this.generator = xoroshiro128plus(
      [...purpose].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed),
    );
  }

  /** A number from 0 up to, but not including, 1. */
  fraction(): number {
    return (this.generator.next() >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** A whole number that is mostly 0, with the given mean. */
  few(mean: number): number {
    return Math.floor(-Math.log(1 - this.fraction()) * mean);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.fraction() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }

  /** An item, drawn in proportion to the weights. */
  draw<T>({ items, sums }: Weighted<T>): T {
    const target = this.fraction() * (sums.at(-1) ?? 0);
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return items[low] as T; // `weighted` rejects empty lists
  }
}

/** Items with the running sums of their weights. */
export interface Weighted<T> {
  readonly items: readonly T[];
  readonly sums: Float64Array;
}

/** @throws RangeError if there are no items */
export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): Weighted<T> {
  if (items.length === 0) throw new RangeError('The directory has nothing to draw requests from');
  let sum = 0;
  return { items, sums: Float64Array.from(items, (item) => (sum += weightOf(item))) };
}
