import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * Repeatable random numbers: the same seed and purpose give the same sequence. Each part of the directory has its own
 * purpose, so parts can be generated alone and in any order. Within a part, each item and each field of it draws from a
 * stream of its own, so that a new field changes no other.
 */
export class Random {
  private readonly generator;
  private readonly state: number;

  constructor(seed: number | string, purpose: number | string) {
    this.state = hash(`${seed}/${purpose}`);
    this.generator = xoroshiro128plus(this.state);
  }

  /** The stream of an item, or of a field of it: whatever was drawn before, the same name gives the same sequence. */
  stream(name: number | string): Random {
    // Only what follows a letter spreads it over the whole hash: names that differ in the last letter come first.
    return new Random(name, this.state);
  }

  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number {
    return (this.generator.next() >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** A number from `least` up to `most`. */
  between(least: number, most: number): number {
    return least + this.fraction() * (most - least);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the items, all equally likely. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.fraction() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }

  /** A factor near 1, equally likely below and above: for proportional variation, such as prices. */
  factor(spread: number): number {
    const bell = this.fraction() + this.fraction() + this.fraction() + this.fraction() - 2;
    return Math.exp(bell * spread);
  }

  /** A waiting time with the given mean (exponential distribution). */
  waiting(mean: number): number {
    return -Math.log(1 - this.fraction()) * mean;
  }

  /** Hexadecimal digits. */
  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += (this.generator.next() >>> 0).toString(16).padStart(8, '0');
    return text.slice(0, digits);
  }
}

// FNV-1a: similar seeds and purposes must not give similar states.
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state;
}
