/** Maximum number of keys; beyond it, the least recently served are dropped, because they come first in any case. */
const MOST_REMEMBERED = 10_000;

/** Serves owners, or other keys, in turn: the least recently served first. */
export class Turns<Key> {
  /** Ordered by the last turn. */
  private readonly served = new Map<Key, number>();

  /** Records a turn. */
  serve(key: Key): void {
    this.served.delete(key);
    this.served.set(key, performance.now());
    const [first] = this.served.keys();
    if (this.served.size > MOST_REMEMBERED && first !== undefined) this.served.delete(first);
  }

  /** The time of the last turn, in milliseconds of `performance.now()`; 0: none. */
  lastOf(key: Key): number {
    return this.served.get(key) ?? 0;
  }

  /** Sorts waiting entries by turn. Entries with the same key, or without a turn, keep their order. */
  inOrder<T>(waiting: Iterable<T>, keyOf: (one: T) => Key): T[] {
    return [...waiting].toSorted((one, other) => this.lastOf(keyOf(one)) - this.lastOf(keyOf(other)));
  }
}
