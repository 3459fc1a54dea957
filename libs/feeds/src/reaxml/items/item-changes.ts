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
