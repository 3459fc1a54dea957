/** Splits items into parts in which each key occurs once; concatenated, the parts are the items in their order. */
export function splitByUniqueKey<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  const parts: T[][] = [];
  let keys = new Set<unknown>();
  for (const item of items) {
    const key = keyOf(item);
    if (parts.length === 0 || keys.has(key)) {
      parts.push([]);
      keys = new Set();
    }
    keys.add(key);
    parts.at(-1)?.push(item);
  }
  return parts;
}
