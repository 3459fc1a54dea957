import { LRUCache } from 'lru-cache';

interface Kept<T> {
  readonly snapshot: string;
  readonly value: T;
}

/**
 * What was read of the store, for as long as nothing at all has been committed since. A value is right while the snapshot
 * that was known before it was read, or came with it, is the current one; the next commit, by whomever, makes it wrong.
 */
export class SnapshotCache<T extends object> {
  private readonly kept: LRUCache<string, Kept<T>>;

  /** @param maxBytes about how much memory the values may take, by `sizeOf` */
  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.kept = new LRUCache<string, Kept<T>>({
      maxSize: maxBytes,
      // What is large is seldom asked for twice before its room is needed.
      maxEntrySize: Math.floor(maxBytes / 1000),
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 100,
    });
  }

  get(key: string, snapshot: string): T | undefined {
    const kept = this.kept.get(key);
    return kept?.snapshot === snapshot ? kept.value : undefined;
  }

  /** @param snapshot one that was known before the value was read, or came with it */
  set(key: string, snapshot: string, value: T): void {
    this.kept.set(key, { snapshot, value });
  }
}
