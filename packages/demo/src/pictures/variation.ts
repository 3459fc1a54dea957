/** Repeatable random choices for a picture: the same number gives the same choices in the same order. */
export class Variation {
  private state: number;

  constructor(private readonly text: string) {
    this.state = 0x811c9dc5;
    for (const character of text) this.state = Math.imul(this.state ^ character.charCodeAt(0), 0x01000193);
  }

  /** A number from 0 (included) to 1 (excluded), by mulberry32. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  between(least: number, most: number): number {
    return least + this.fraction() * (most - least);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the items, of which there is at least one. */
  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.fraction() * items.length)] as Item; // the index is in range
  }

  /** The same item wherever a picture asks for this subject. */
  fixed<Item>(subject: string, items: readonly Item[]): Item {
    return new Variation(`${subject} ${this.text}`).pick(items);
  }
}
