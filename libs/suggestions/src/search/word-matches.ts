import { type PlaceWord, placeWords, slugify } from '@app/address';
import type { TextWord } from './text-word.js';

/** A range of a text, in UTF-16 code units; the end is exclusive. */
export type Range = readonly [from: number, to: number];

const MARK = /^\p{Mark}$/u;

/** The matched ranges of a text, in order. */
export function matchRanges(text: string, matches: readonly MatchedWord[]): Range[] {
  const words = placeWords(text);
  return matches
    .flatMap(({ at, letters }): Range[] => {
      const word = words[at];
      return word ? [[word.from, letters === undefined ? word.to : endOf(text, word, letters)]] : [];
    })
    .sort(([one], [other]) => one - other);
}

/** The offset after the first letters of a word, including punctuation in between and combining accents. */
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

/** A typed word. */
export type TypedWord = Pick<PlaceWord, 'folded' | 'meanings'>;

/** A word of a text that a typed word has matched. */
export interface MatchedWord {
  /** Its index in the text. */
  readonly at: number;
  /** The number of its letters that were typed; absent: all. */
  readonly letters?: number;
}

/** Maximum number of typed words that are tried as one word: "o connor" is O'Connor. */
const MOST_JOINED = 3;

/**
 * The words of a text that typed words match, in typed order, each word at most once; undefined if a typed word matches
 * none. A typed word matches words that start with it, words that it abbreviates, and several words written without
 * spaces ("northsydney").
 * @param among the words of the text to consider; default: all
 */
export function matchWords(
  typed: readonly TypedWord[],
  text: readonly TextWord[],
  among?: (word: TextWord) => boolean,
): MatchedWord[] | undefined {
  const areJoined = typed.some((word, at) => isBegunByTwo(word, typed[at + 1], text));
  if (typed.length > text.length && !areJoined) return undefined;
  let used = 0;
  if (among) for (const [at, word] of text.entries()) if (!among(word)) used |= 1 << at;
  return matchFrom({ typed, text, areJoined }, 0, used);
}

interface Texts {
  readonly typed: readonly TypedWord[];
  readonly text: readonly TextWord[];
  /** Whether some typed words may form the beginning of one word. */
  readonly areJoined: boolean;
}

function isBegunByTwo(one: TypedWord, next: TypedWord | undefined, text: readonly TextWord[]): boolean {
  if (!next) return false;
  const joined = one.folded + next.folded;
  return text.some(({ kind, forms: [written] }) => kind === 'name' && written.startsWith(joined));
}

/** @param used a bit for each word of the text */
function matchFrom(texts: Texts, from: number, used: number): MatchedWord[] | undefined {
  const { typed, text } = texts;
  const word = typed[from];
  if (!word) return [];
  for (let at = 0; at < text.length; at += 1) {
    if ((used & (1 << at)) !== 0) continue;
    const found = matchOne(word, text, at, used);
    if (!found) continue;
    const rest = matchFrom(texts, from + 1, found.reduce(use, used));
    if (rest) return [...found, ...rest];
  }
  return texts.areJoined ? matchJoined(texts, from, used) : undefined;
}

/** Matches several typed words that form the beginning of one word. */
function matchJoined(texts: Texts, from: number, used: number): MatchedWord[] | undefined {
  const { typed, text } = texts;
  let joined = typed[from]?.folded ?? '';
  for (let next = from + 1; next < Math.min(typed.length, from + MOST_JOINED); next += 1) {
    joined += typed[next]?.folded ?? '';
    for (let at = 0; at < text.length; at += 1) {
      const word = text[at];
      if (word?.kind !== 'name' || (used & (1 << at)) !== 0 || !word.forms[0].startsWith(joined)) continue;
      const rest = matchFrom(texts, next + 1, use(used, { at }));
      if (rest) return [matchOf(at, word, joined), ...rest];
    }
  }
  return undefined;
}

const use = (used: number, { at }: MatchedWord): number => used | (1 << at);

/** A matched word: by its first letters, or as a whole. */
const matchOf = (at: number, { forms: [written] }: TextWord, typed: string): MatchedWord =>
  written.length > typed.length && written.startsWith(typed) ? { at, letters: typed.length } : { at };

function matchOne(typed: TypedWord, text: readonly TextWord[], at: number, used: number): MatchedWord[] | undefined {
  const word = text[at];
  if (!word) return undefined;
  const { folded, meanings } = typed;
  for (const form of word.forms) {
    if (form.startsWith(folded) || meanings.includes(form)) return [matchOf(at, word, folded)];
  }
  return matchRun(folded, text, at, used);
}

/** Matches several words of a name from `at` on, which were typed as one. */
function matchRun(typed: string, text: readonly TextWord[], at: number, used: number): MatchedWord[] | undefined {
  if (typed === '') return [];
  const word = text[at];
  if (word?.kind !== 'name' || (used & (1 << at)) !== 0) return undefined;
  for (const form of word.forms) {
    // One form may begin with another one ("w", "west"); the following letters decide.
    const rest = typed.startsWith(form) ? matchRun(typed.slice(form.length), text, at + 1, used) : undefined;
    if (rest) return [{ at }, ...rest];
  }
  return word.forms.some((form) => form.startsWith(typed)) ? [matchOf(at, word, typed)] : undefined;
}

/** The words of a text with these letters, from `at` on; the last one is covered as a whole. */
export const wordsAt = (letters: string, text: readonly TextWord[], at: number): MatchedWord[] =>
  (matchRun(letters, text, at, 0) ?? []).map((match) => ({ at: match.at }));
