/** The number of names in the objects of a JSON text, including duplicates that a parser drops. */
export const namesWritten = (text: string): number =>
  // Skips strings, so that the end of one and the beginning of the next are not taken for a string.
  (text.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g) ?? []).filter((found) => found.endsWith(':')).length;

/** The number of names in the objects of a value. */
export function namesRead(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + namesRead(inner), own);
}
