/** An item of a list, by the id that feeds give it. */
export interface Item<T> {
  readonly id: string;
  readonly value: T;
}

/** Changes of a list by the ids of its items. Items that are not named stay. */
export interface ItemChanges<T = unknown> {
  /** Prefixes of ids: their items are removed unless `put` names them. An empty prefix means the whole list. */
  readonly cleared: readonly string[];
  readonly removed: readonly string[];
  /** Items to add or to replace, each id once. */
  readonly put: readonly Item<T>[];
}

/**
 * The order of ids in the format: numbers, then letters from `a` to `z` and from `aa` to `zz`. Parts between colons are
 * compared one by one.
 */
export function compareIds(one: string, other: string): number {
  const [ones, others] = [one.split(':'), other.split(':')];
  for (let at = 0; at < Math.min(ones.length, others.length); at += 1) {
    const order = comparePart(ones[at] ?? '', others[at] ?? '');
    if (order !== 0) return order;
  }
  return ones.length - others.length;
}

function comparePart(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : Infinity));
  if (first !== second) return (first ?? 0) - (second ?? 0) || 0;
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** A list, as merging needs it. */
export interface ItemRules<T> {
  /** The fields that a replaced item keeps from the former one; default: none. */
  readonly replace?: (former: T, given: T) => T;
  /** The address of an item. An item that is given under a new id is removed from the old one. */
  readonly addressOf?: (item: T) => string;
  /** The order of a list to which items are added. */
  readonly compare: (one: Item<T>, other: Item<T>) => number;
}

/** More than any real listing has. */
const MAX_ITEMS = 1000;

const isNamed = ({ cleared, removed }: ItemChanges, id: string): boolean =>
  removed.includes(id) || cleared.some((prefix) => id.startsWith(prefix));

/** A list after changes. Items that stay or are replaced keep their places, unless the list is given as a whole. */
export function mergeById<T>(
  items: readonly Item<T>[],
  changes: ItemChanges<T>,
  { replace = (_, given) => given, addressOf, compare }: ItemRules<T>,
): Item<T>[] {
  const former = new Map(items.map((item) => [item.id, item.value]));
  const put = new Map(
    changes.put.map(({ id, value }) => [id, former.has(id) ? replace(former.get(id) as T, value) : value]),
  ); // it has the id
  const moved = new Set(addressOf && changes.put.map(({ value }) => addressOf(value)));
  const isMoved = ({ value }: Item<T>) => addressOf !== undefined && moved.has(addressOf(value));
  const inPlace = changes.cleared.length === 0;
  const kept = items.flatMap((item) => {
    const value = put.get(item.id);
    if (value === undefined) return isNamed(changes, item.id) || isMoved(item) ? [] : item;
    if (!inPlace) return [];
    put.delete(item.id);
    return { id: item.id, value };
  });
  if (put.size === 0) return kept;
  const added = [...put].map(([id, value]) => ({ id, value }));
  return [...kept, ...added].toSorted(compare).slice(0, MAX_ITEMS);
}

/** Changes of a list while an entry is read. An id that is given with and without content is given with content. */
export class ChangesDraft<T = unknown> {
  private readonly cleared = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly put = new Map<string, T>();

  /** Replaces all items whose ids begin with a prefix by the items in `put`. */
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

  /** Replaces the values, in their order, and drops some by their indexes. */
  replace(values: readonly T[], dropped: ReadonlySet<number>): void {
    for (const [at, id] of [...this.put.keys()].entries()) {
      if (dropped.has(at)) this.put.delete(id);
      else this.put.set(id, values[at] as T); // as many as there are ids
    }
  }

  /** Undefined if nothing changes. */
  toChanges(): ItemChanges<T> | undefined {
    const removed = [...this.removed].filter((id) => !this.put.has(id));
    if (this.cleared.size + removed.length + this.put.size === 0) return undefined;
    return { cleared: [...this.cleared], removed, put: [...this.put].map(([id, value]) => ({ id, value })) };
  }
}
