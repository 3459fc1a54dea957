/** Written apart, these belong to the next word: "O Connor", "Mc Kinnon", "D Aguilar". */
export const BEGINNINGS: ReadonlySet<string> = new Set(['d', 'mac', 'mc', 'o']);

/** What two neighbouring words, in the folded form, are as one: "12a" for "12 A", "mcdonald" for "Mc Donald". */
export function asOneWord(word: string, next: string): string | undefined {
  const isNumbered = /^\d+$/.test(word) && /^[a-z]$/.test(next);
  const isBegun = BEGINNINGS.has(word) && /^[a-z]{2}/.test(next);
  return isNumbered || isBegun ? word + next : undefined;
}
