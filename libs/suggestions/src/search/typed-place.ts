import { placeWords, STATE_NAMES, stateNamed } from '@app/address';
import type { TypedWord } from './word-matches.js';

/** Nobody types more words to find a place, and no place has so many. */
const MOST_WORDS = 8;

/** Words that people add to the name of a city when they mean its centre. */
const CENTRE = new Set(['cbd', 'city']);

/** The fewest letters of a state's name that are taken for it while it is typed: "new" for New South Wales. */
const FEWEST_OF_STATE = 3;

/** The longest names of states have three words. */
const MOST_OF_STATE = 3;

/**
 * How something typed can be read, the likeliest first: a state that is called by several words is meant as one; if no
 * place is found, a city may be meant by "Sydney CBD", or a state's name is not yet complete.
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

/** The words, with a state's name of several words replaced by its code; undefined without other words. */
function readState(words: readonly TypedWord[]): TypedWord[] | undefined {
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 2; to <= Math.min(words.length, from + MOST_OF_STATE); to += 1) {
      const code = stateNamed(textOf(words.slice(from, to)));
      if (code !== undefined) return [...words.slice(0, from), asState(code), ...words.slice(to)];
    }
  }
  return undefined;
}

/** Likewise for the beginning of a state's name at the end of what was typed. */
function readUnfinishedState(words: readonly TypedWord[]): TypedWord[] | undefined {
  for (let from = Math.max(1, words.length - MOST_OF_STATE); from < words.length; from += 1) {
    const text = textOf(words.slice(from));
    if (text.length < FEWEST_OF_STATE) continue;
    const [code] = [...STATE_NAMES].find(([, name]) => name.includes(' ') && name.startsWith(text)) ?? [];
    if (code !== undefined) return [...words.slice(0, from), asState(code)];
  }
  return undefined;
}
