/** How many names the objects in a JSON text have, those that a parser drops included. */
export const namesWritten = (text: string): number =>
  // Every text is passed over, so that no other's end and beginning are taken for one.
  (text.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g) ?? []).filter((found) => found.endsWith(':')).length;

/** How many names the objects in a value have. */
export function namesRead(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + namesRead(inner), own);
}
