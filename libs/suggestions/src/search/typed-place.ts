import { placeWords, STATE_NAMES, stateNamed } from '@app/address';
import type { TypedWord } from './word-matches.js';

/** Maximum number of typed words; no place has more. */
const MOST_WORDS = 8;

/** Words after the name of a city that mean its centre. */
const CENTRE = new Set(['cbd', 'city']);

/** Minimum number of letters that count as the beginning of a state's name: "new" for New South Wales. */
const FEWEST_OF_STATE = 3;

/** Maximum number of words in the name of a state. */
const MOST_OF_STATE = 3;

/**
 * The readings of a typed text, the likeliest first. Several words that form the name of a state are read as the state.
 * If no place is found, "Sydney CBD" may mean the city, or the name of a state may be incomplete.
 */
export function* readingsOf(typed: string): Generator<readonly TypedWord[]> {
  const words = placeWords(typed);
  if (words.length === 0 || words.length > MOST_WORDS) return;
  const withState = readState(words);
  if (withState) yield withState;
  yield words;
  const city = words.filter(({ folded }) => !CENTRE.has(folded));
  if (city.length > 0 && city.length < words.length) yield city;
  const unfinished = readUnfinishedState(words);
  if (unfinished) yield unfinished;
}

const asState = (code: string): TypedWord => ({ folded: code, meanings: [code] });

const textOf = (words: readonly TypedWord[]): string => words.map(({ folded }) => folded).join(' ');

/** The words with a state's name of several words replaced by its code; undefined if there are no other words. */
function readState(words: readonly TypedWord[]): TypedWord[] | undefined {
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 2; to <= Math.min(words.length, from + MOST_OF_STATE); to += 1) {
      const code = stateNamed(textOf(words.slice(from, to)));
      if (code !== undefined) return [...words.slice(0, from), asState(code), ...words.slice(to)];
    }
  }
  return undefined;
}

/** As `readState`, for the beginning of a state's name at the end of the text. */
function readUnfinishedState(words: readonly TypedWord[]): TypedWord[] | undefined {
  for (let from = Math.max(1, words.length - MOST_OF_STATE); from < words.length; from += 1) {
    const text = textOf(words.slice(from));
    if (text.length < FEWEST_OF_STATE) continue;
    const [code] = [...STATE_NAMES].find(([, name]) => name.includes(' ') && name.startsWith(text)) ?? [];
    if (code !== undefined) return [...words.slice(0, from), asState(code)];
  }
  return undefined;
}
