/** Splits things so that no key is twice in a part; the parts one after the other are the things in their order. */
export function splitByUniqueKey<T>(things: readonly T[], keyOf: (thing: T) => unknown): T[][] {
  const parts: T[][] = [];
  let keys = new Set<unknown>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (parts.length === 0 || keys.has(key)) {
      parts.push([]);
      keys = new Set();
    }
    keys.add(key);
    parts.at(-1)?.push(thing);
  }
  return parts;
}
