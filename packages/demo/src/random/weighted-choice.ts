import type { Random } from './random.js';

/** Draws items in proportion to their weights, in logarithmic time. */
export class WeightedChoice<Item> {
  readonly items: readonly Item[];
  private readonly sums: Float64Array;

  constructor(items: readonly Item[], weightOf: (item: Item) => number) {
    if (items.length === 0) throw new RangeError('There is nothing to choose from');
    this.items = items;
    this.sums = new Float64Array(items.length);
    let sum = 0;
    items.forEach((item, index) => (this.sums[index] = sum += weightOf(item)));
  }

  draw(random: Random): Item {
    const last = this.items.length - 1;
    const target = random.fraction() * (this.sums[last] ?? 0);
    let [low, high] = [0, last];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return this.items[low] as Item; // the index is in range, and there is at least one item
  }
}

/** A weighted choice among the keys of a table of weights. */
export function choiceOf<Key extends string>(weights: Record<Key, number>): WeightedChoice<Key> {
  const keys = Object.keys(weights) as Key[]; // the tables are literals without other keys
  return new WeightedChoice(keys, (key) => weights[key]);
}
