import { placeWords, slugify, type PlaceWord } from '@app/address';
import type { MatchedWord } from './word-matches.js';

/** A part of a text: from an offset up to, and without, another one, in UTF-16 code units. */
export type Range = readonly [from: number, to: number];

const MARK = /^\p{Mark}$/u;

/** The parts of a text that were matched, in the order of the text. */
export function matchRanges(text: string, matches: readonly MatchedWord[]): Range[] {
  const words = placeWords(text);
  return matches
    .flatMap(({ at, letters }): Range[] => {
      const word = words[at];
      return word ? [[word.from, letters === undefined ? word.to : endOf(text, word, letters)]] : [];
    })
    .sort(([one], [other]) => one - other);
}

/** Where the first letters of a word end: signs in between, and accents that are written after their letter, belong to them. */
function endOf(text: string, { from, to }: PlaceWord, letters: number): number {
  let end = from;
  let read = 0;
  for (const sign of text.slice(from, to)) {
    if (read >= letters && !MARK.test(sign)) break;
    read += slugify(sign).length;
    end += sign.length;
  }
  return end;
}
