/** The beginning of a name that nearly equals the typed text. */
export interface NearSpelling {
  /** The number of letters that are wrong, missing, superfluous or swapped. */
  readonly typos: number;
  /** The length of the beginning. */
  readonly length: number;
}

/** A bit per letter of a text; characters other than letters share these bits. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** Whether a name lacks more of the wanted letters than the typos can explain. */
export function lacks(letters: number, wanted: number, typos: number): boolean {
  let lacking = wanted & ~letters;
  for (let typo = 0; typo < typos; typo += 1) lacking &= lacking - 1;
  return lacking !== 0;
}

/**
 * More than the length of any name, so that a cost with fewer typos is always lower; then the shorter beginning wins.
 */
const TYPO = 10_000;

/**
 * The beginning of a name that is nearest to the typed text (optimal string alignment); undefined if all have more than
 * `most` typos. `most` must be small, because each typo is tried at each position.
 */
export function nearSpelling(typed: string, name: string, most: number): NearSpelling | undefined {
  const cost = costOf(typed, name, most, 0, 0);
  return cost === Infinity ? undefined : { typos: Math.floor(cost / TYPO), length: cost % TYPO };
}

/** @param from the start of the remaining typed text @param at the start of the remaining name */
function costOf(typed: string, name: string, most: number, from: number, at: number): number {
  while (from < typed.length && typed.charCodeAt(from) === name.charCodeAt(at)) {
    from += 1;
    at += 1;
  }
  if (from === typed.length) return at;
  if (most === 0) return Infinity;
  let least = costOf(typed, name, most - 1, from + 1, at); // superfluous
  if (at < name.length) {
    least = Math.min(least, costOf(typed, name, most - 1, from + 1, at + 1)); // wrong
    least = Math.min(least, costOf(typed, name, most - 1, from, at + 1)); // missing
  }
  const isSwapped =
    typed.charCodeAt(from) === name.charCodeAt(at + 1) && typed.charCodeAt(from + 1) === name.charCodeAt(at);
  if (isSwapped) least = Math.min(least, costOf(typed, name, most - 1, from + 2, at + 2));
  return TYPO + least;
}
