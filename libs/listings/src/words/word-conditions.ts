import {
  asOneWord,
  BEGINNINGS,
  initialOf,
  isLeftOut,
  isUnitWord,
  numberedAlike,
  numberOfUnit,
  ORDINALS,
  ORDINALS_IN_DIGITS,
  otherForms,
  placeRuns,
  placeWords,
  splitNumbered,
  STREET_TYPES,
  UNIT_WORDS,
  type PlaceWord,
} from '@app/address';
import { singularOf } from './listing-keywords.js';
import { HIDDEN, quotedWord } from './listing-words.js';
import { roomPhrases } from './room-words.js';

/** The stored forms of a word that the recipient may find. */
export type Seen = (word: string) => string[];

/** A searched form of a word: the whole word, or its beginning. */
export interface WordForm {
  readonly form: string;
  readonly isBegun: boolean;
}

/** A condition on one word: one form of each group must match. Without groups, the word need not match. */
export type WordCondition = readonly (readonly WordForm[])[];

const textOfForm = ({ form, isBegun }: WordForm): string => `${quotedWord(form)}${isBegun ? ':*' : ''}`;

/** A condition as a tsquery. */
function textOf(groups: WordCondition): string {
  const texts = groups.map((forms) => forms.map(textOfForm).join(' | '));
  return texts.length > 1 ? texts.map((text) => `(${text})`).join(' & ') : (texts[0] ?? '');
}

/**
 * The conditions of a text: on its words and on runs that may be places (`words_asked`), and the condition on every
 * word.
 */
export function wordsToFind(s: string, seen: Seen) {
  const words = placeWords(s);
  const rooms = roomConditions(words);
  const conditions = words.map((word, at) => rooms.get(at) ?? conditionOf(word.folded, contextOf(s, words, at), seen));
  const texts = conditions.map(textOf);
  const every = texts.filter(Boolean).map((text) => `(${text})`);
  return { asked: { words: texts, runs: placeRuns(words, s) }, every: every.join(' & '), conditions };
}

/** The conditions of words that give a number of rooms, by their index: the first word has the condition of all. */
function roomConditions(words: readonly PlaceWord[]): Map<number, WordCondition> {
  const conditions = new Map<number, WordCondition>();
  for (const { word, from, to } of roomPhrases(words.map(({ folded }) => folded))) {
    // "12 Bath Street" is an address.
    if (STREET_TYPES.has(words[to]?.folded ?? '')) continue;
    for (let at = from; at < to; at++) conditions.set(at, at === from ? [[{ form: word, isBegun: false }]] : []);
  }
  return conditions;
}

/** The neighbours of a word, and whether only a space or a slash separates them. */
interface WordContext {
  readonly before: string;
  readonly next: string;
  /** Set if the word can be joined with the previous or the next one: "12 A", "Mc Donald". */
  readonly withBefore?: string | undefined;
  readonly withNext?: string | undefined;
  /** Whether a number follows after a slash: "3/12". */
  readonly isOfUnit: boolean;
}

function contextOf(s: string, words: readonly PlaceWord[], at: number): WordContext {
  const between = (one?: PlaceWord, other?: PlaceWord) => (one && other ? s.slice(one.to, other.from) : undefined);
  const joined = (one?: PlaceWord, other?: PlaceWord) =>
    one && other && between(one, other)?.trim() === '' ? asOneWord(one.folded, other.folded) : undefined;
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  return {
    before: before?.folded ?? '',
    next: next?.folded ?? '',
    withBefore: joined(before, word),
    withNext: joined(word, next),
    isOfUnit: between(word, next)?.trim() === '/',
  };
}

function conditionOf(folded: string, context: WordContext, seen: Seen): WordCondition {
  const { withBefore, withNext, before, next } = context;
  const isLetterOfNumber = withBefore !== undefined && isPartOfNumber(folded, before);
  if (isLetterOfNumber || isIgnored(folded, before, next) || isLeftOut(folded, before, next)) return [];
  const [word, number] = splitNumbered(folded) ?? [];
  if (word !== undefined && number !== undefined)
    return [
      ...conditionOf(word, { ...context, next: number }, seen),
      ...conditionOf(number, { ...context, before: word }, seen),
    ];
  const isWritten = (form: string) => form === folded || form === withBefore || form === withNext;
  const groupOf = (words: readonly string[]) =>
    [...new Set(words)].flatMap((form) =>
      seen(form).map((stored) => ({ form: stored, isBegun: isWritten(form) && isBegun(form) })),
    );
  const ordinal = ORDINALS.get(folded) ?? [];
  // "42nd" is also written as two words.
  return ordinal.length > 1 ? ordinal.map((one) => groupOf([folded, one])) : [groupOf(formsOf(folded, context))];
}

const isNumber = (word: string): boolean => /^\d/.test(word);

/** Words between others that are ignored: "house for sale in Richmond with a pool". */
const IGNORED = new Set(['a', 'an', 'at', 'for', 'in', 'of', 'the', 'to', 'with']);

const isIgnored = (word: string, before: string, next: string): boolean =>
  IGNORED.has(word) && before + next !== '' && !(word === 'a' && isNumber(before));

/** "12 A" is "12A"; but "12 N" may continue with "Sydney Road", and "12 O" with "Connor Street". */
const isPartOfNumber = (letter: string, number: string): boolean =>
  isNumber(number) && otherForms(letter).length === 0 && !BEGINNINGS.has(letter);

/** The forms of a word: in full and abbreviated, alone and joined with its neighbours. */
function formsOf(whole: string, context: WordContext): string[] {
  const { before, next, withBefore, withNext } = context;
  const word = whole.slice(0, LONGEST_WORD);
  const ordinals = [`${before} ${word}`, `${word} ${next}`].map((words) => ORDINALS_IN_DIGITS.get(words));
  const joined = [withBefore, withNext, ...ordinals].filter((one) => one !== undefined);
  if (isNumber(word) && !ORDINALS.has(word)) {
    const isWhole = withNext !== undefined && isPartOfNumber(next, word);
    return (isWhole ? [withNext] : [word, ...joined]).flatMap((number) => numberForms(number, context));
  }
  const unit = numberOfUnit(word);
  if (unit !== undefined) return [word, unit];
  const alike = numberedAlike(word);
  if (alike.length > 0 && isNumber(next)) return [...alike, ...alike.map((one) => one + next)];
  const initial = STREET_TYPES.has(before) ? initialOf(word) : undefined;
  const others = [initial, singularOf(word)].filter((one) => one !== undefined);
  return [word, ...otherForms(word), ...joined, ...others];
}

/** A number alone, and with words that precede the number of a unit or level: "u3", "l2". */
function numberForms(number: string, { before, isOfUnit }: WordContext): string[] {
  const units = isOfUnit || isUnitWord(before) ? UNIT_WORDS : [];
  return [number, ...[...units, ...numberedAlike(before)].map((word) => word + number)];
}

/** The maximum length of stored words. */
const LONGEST_WORD = 100;

const FEWEST_LETTERS = 3;

/** Words of at least three letters match by their beginning; numbers, and short forms, match as a whole. */
const isBegun = (form: string): boolean => form.length >= FEWEST_LETTERS && !/^\d+$/.test(form);

/**
 * The stored forms of a word that everyone finds, and the forms including words that reveal a hidden address or suburb.
 */
export const shownForms: Seen = (word) => [word];
export const allForms: Seen = (word) => [word, `${HIDDEN}${word}`];
