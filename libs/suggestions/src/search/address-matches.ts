import { placeWords, readAddress, STATE_NAMES, type AddressWord } from '@app/address';
import type { MatchedWord } from './word-matches.js';

/** The words of a typed address; the last one may be incomplete. */
export type TypedAddress = readonly AddressWord[];

/** A shorter word of letters must be typed in full, unless it is the last one. */
const FEWEST_LETTERS = 3;

/** Maximum number of words in the name of a state. */
const MOST_OF_STATE = 3;

const COUNTRY = 'australia';

/**
 * The readings of a typed address. "12 A" is number 12A, or the beginning of "12 Acacia"; "New S" is the beginning of a
 * name, or of New South Wales. Part of the country after a state or postcode is left out.
 */
export function typedAddresses(text: string): TypedAddress[] {
  const words = placeWords(text);
  const [before, last] = [words.at(-2)?.folded ?? '', words.at(-1)];
  if (!last) return [];
  if (COUNTRY.startsWith(last.folded) && (/^\d{4}$/.test(before) || STATE_NAMES.has(before)))
    return typedAddresses(text.slice(0, last.from));
  const typed = readAddress(text);
  const joined = typed.at(-1);
  const isJoined = joined?.to === words.length && joined.from === words.length - 2 && /^\d/.test(joined.forms[0]);
  const apart = isJoined ? [[...readAddress(text.slice(0, last.from)), unfinished(last.folded)]] : [];
  return [typed, ...apart, ...withStates(text, words)];
}

const unfinished = (...forms: AddressWord['forms']): AddressWord => ({ forms, from: 0, to: 1 });

/** The readings with the beginning of a state's name behind a name: "12 Queen" is no number 12 of Queensland. */
function withStates(text: string, words: ReturnType<typeof placeWords>): TypedAddress[] {
  const name = words.findIndex(({ folded }) => /^\D/.test(folded));
  const starts = words.map((_, at) => at).slice(Math.max(name + 1, words.length - MOST_OF_STATE));
  return starts.flatMap((start) => {
    const begun = words
      .slice(start)
      .map(({ folded }) => folded)
      .join(' ');
    const [code, ...others] = [...STATE_NAMES].flatMap(([known, full]) =>
      full.startsWith(begun) && !known.startsWith(begun) ? known : [],
    );
    return code === undefined ? [] : [[...readAddress(text.slice(0, words[start]?.from)), unfinished(code, ...others)]];
  });
}

/** The words of an address that a typed address contains, in typed order; undefined if it lacks one. */
export function matchAddress(address: string, readings: readonly TypedAddress[]): MatchedWord[] | undefined {
  const written = placeWords(address).map(({ folded }) => folded);
  const words = readAddress(address).map(({ from, to, forms }) => ({
    from,
    to,
    texts: [...forms, written.slice(from, to).join('')],
  }));
  for (const typed of readings) {
    const matches = typed.map((one, at) => matchWord(one, at === typed.length - 1, words, written));
    if (matches.every((match) => match !== undefined))
      return [...new Map(matches.flat().map((match) => [match.at, match])).values()];
  }
  return undefined;
}

/** A word of an address, in its forms and as written. */
interface WrittenWord extends Pick<AddressWord, 'from' | 'to'> {
  readonly texts: readonly string[];
}

function matchWord(
  { forms }: AddressWord,
  isLast: boolean,
  words: readonly WrittenWord[],
  written: readonly string[],
): MatchedWord[] | undefined {
  const equal = words.find(({ texts }) => texts.some((text) => forms.includes(text)));
  if (equal) return covered(equal, written);
  const begins = forms.filter((form) => isLast || (form.length >= FEWEST_LETTERS && !/^\d/.test(form)));
  for (const word of words) {
    const begun = begins.find((form) => word.texts.some((text) => text.startsWith(form)));
    if (begun !== undefined)
      return covered(word, written, word.texts.at(-1)?.startsWith(begun) ? begun.length : undefined);
  }
  return undefined;
}

/** The words that a word of an address is read from, up to some letters. */
function covered({ from, to }: WrittenWord, written: readonly string[], letters = Infinity): MatchedWord[] {
  let left = letters;
  return written.slice(from, to).flatMap((word, index) => {
    const typed = left;
    left -= word.length;
    if (typed <= 0) return [];
    return typed < word.length ? { at: from + index, letters: typed } : { at: from + index };
  });
}
