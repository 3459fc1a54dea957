/** A repeatable random generator. */
export class Dice {
  constructor(private state: number) {}

  /** A number from 0 up to, but not including, 1 (mulberry32). */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number below `most`. */
  below(most: number): number {
    return Math.floor(this.fraction() * most);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }

  /** At most `most` different items. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    const count = this.below(most + 1);
    return [...new Set(Array.from({ length: count }, () => this.pick(items)))];
  }

  /** The value or undefined, by chance. */
  maybe<Value>(probability: number, value: () => Value): Value | undefined {
    return this.chance(probability) ? value() : undefined;
  }
}
