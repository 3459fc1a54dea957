/** Beyond this number, the keys that were served longest ago are forgotten: they come first in any case. */
const MOST_REMEMBERED = 10_000;

/** Serves owners, or other keys, in turn: first the one that was served longest ago. */
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

  /** The time of the last turn, by `performance.now()`; 0: none. */
  lastOf(key: Key): number {
    return this.served.get(key) ?? 0;
  }

  /** What waits, in the order of its turns; what has the same key, or no turn yet, keeps its order. */
  inOrder<T>(waiting: Iterable<T>, keyOf: (one: T) => Key): T[] {
    return [...waiting].toSorted((one, other) => this.lastOf(keyOf(one)) - this.lastOf(keyOf(other)));
  }
}
