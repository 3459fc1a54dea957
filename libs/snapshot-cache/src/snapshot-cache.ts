import { LRUCache } from 'lru-cache';

interface Kept<T> {
  readonly snapshot: string;
  readonly value: T;
}

/**
 * A cache of values read from the database, valid until the next commit. A value is valid while the snapshot that was
 * known before it was read, or was read with it, is still current; any later commit, by any process, invalidates it.
 */
export class SnapshotCache<T extends object> {
  private readonly kept: LRUCache<string, Kept<T>>;

  /** @param maxBytes approximate limit of the memory of all values, as measured by `sizeOf` */
  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.kept = new LRUCache<string, Kept<T>>({
      maxSize: maxBytes,
      // Large values are rarely requested twice before their space is needed.
      maxEntrySize: Math.floor(maxBytes / 1000),
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 100,
    });
  }

  get(key: string, snapshot: string): T | undefined {
    const kept = this.kept.get(key);
    return kept?.snapshot === snapshot ? kept.value : undefined;
  }

  /** @param snapshot one that was known before the value was read, or was read with it */
  set(key: string, snapshot: string, value: T): void {
    this.kept.set(key, { snapshot, value });
  }
}
