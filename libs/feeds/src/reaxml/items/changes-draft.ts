import type { ItemChanges } from './merge-by-id.js';

/** Changes of a list while an entry is read. An id that is given with and without content is given with content. */
export class ChangesDraft<T = unknown> {
  private readonly cleared = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly put = new Map<string, T>();

  /** Replaces all items whose ids begin with a prefix by those that are put. */
  clear(prefix: string): void {
    this.cleared.add(prefix);
  }

  remove(id: string): void {
    this.removed.add(id);
  }

  /** Adds or replaces an item. The later one of two with one id counts. */
  set(id: string, value: T): void {
    this.put.set(id, value);
  }

  get(id: string): T | undefined {
    return this.put.get(id);
  }

  entries(): [id: string, value: T][] {
    return [...this.put];
  }

  values(): T[] {
    return [...this.put.values()];
  }

  /** Drops items by their index among the values. */
  drop(indexes: ReadonlySet<number>): void {
    for (const [at, id] of [...this.put.keys()].entries()) if (indexes.has(at)) this.put.delete(id);
  }

  /** Replaces the values, in their order. */
  setValues(values: readonly T[]): void {
    for (const [at, id] of [...this.put.keys()].entries()) this.put.set(id, values[at] as T); // as many as there are ids
  }

  /** Undefined if nothing changes. */
  toChanges(): ItemChanges<T> | undefined {
    const removed = [...this.removed].filter((id) => !this.put.has(id));
    if (this.cleared.size + removed.length + this.put.size === 0) return undefined;
    return { cleared: [...this.cleared], removed, put: [...this.put].map(([id, value]) => ({ id, value })) };
  }
}
