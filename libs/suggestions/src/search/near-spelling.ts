/** A beginning of a name that is spelt nearly as something typed. */
export interface NearSpelling {
  /** How many letters are wrong, missing, too many, or in the place of their neighbour. */
  readonly typos: number;
  /** The length of the beginning. */
  readonly length: number;
}

/** A bit for each letter of a text; signs that are no letters share them. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** Whether a name lacks more of the wanted letters than so many typos make up for. */
export function lacks(letters: number, wanted: number, typos: number): boolean {
  let lacking = wanted & ~letters;
  for (let typo = 0; typo < typos; typo += 1) lacking &= lacking - 1;
  return lacking !== 0;
}

/** More than the length of a name: of two costs, the one with fewer typos is less, then the shorter beginning. */
const TYPO = 10_000;

/**
 * The beginning of a name that is nearest to what was typed (optimal string alignment); undefined if every one has more
 * typos than `most`, which is small: each typo is tried at each place.
 */
export function nearSpelling(typed: string, name: string, most: number): NearSpelling | undefined {
  const cost = costOf(typed, name, most, 0, 0);
  return cost === Infinity ? undefined : { typos: Math.floor(cost / TYPO), length: cost % TYPO };
}

/** @param from where the rest of what was typed begins. @param at where the rest of the name begins */
function costOf(typed: string, name: string, most: number, from: number, at: number): number {
  while (from < typed.length && typed.charCodeAt(from) === name.charCodeAt(at)) {
    from += 1;
    at += 1;
  }
  if (from === typed.length) return at;
  if (most === 0) return Infinity;
  let least = costOf(typed, name, most - 1, from + 1, at); // too many
  if (at < name.length) {
    least = Math.min(least, costOf(typed, name, most - 1, from + 1, at + 1)); // wrong
    least = Math.min(least, costOf(typed, name, most - 1, from, at + 1)); // missing
  }
  const isSwapped =
    typed.charCodeAt(from) === name.charCodeAt(at + 1) && typed.charCodeAt(from + 1) === name.charCodeAt(at);
  if (isSwapped) least = Math.min(least, costOf(typed, name, most - 1, from + 2, at + 2));
  return TYPO + least;
}
