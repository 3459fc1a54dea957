import { anyRow } from '@app/lists';
import { patterned } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import {
  asOneWord,
  BEGINNINGS,
  initialOf,
  isUnitWord,
  numberedAlike,
  numberOfUnit,
  otherForms,
  placeRuns,
  placeWords,
  splitNumbered,
  STREET_TYPES,
  UNIT_WORDS,
  type PlaceWord,
  addressWords,
  textWords,
} from '@app/address';
import type { ListingEntity } from '../entities/listing.entity.js';
import type { ListingLine } from '../documents/listing.line.js';
import { col } from '../finder/listing-columns.js';
import type { Recipient } from '@app/http';
import { shownBy } from '../finder/shown-listings.js';
import { isCurrentOnly } from '../dto/listing-statuses.js';

/** The prefix of a word that reveals a hidden address or suburb, so that it does not match for the public (ADR 19). */
const HIDDEN = '~';

type Hiding = Pick<ListingEntity, 'hidesAddress' | 'hidesSuburb'>;

/** The search words of a listing, as the text of a tsvector. */
export function listingWords({ headline, description, uniqueID, address }: ListingLine, hides: Hiding): string {
  const { suburb, state, postcode, fullAddress, street } = address;
  const parts: [words: string[], isHidden: boolean][] = [
    [[headline, description, uniqueID, state].flatMap(textWords), false],
    [[suburb, postcode].flatMap(textWords), hides.hidesSuburb],
    [[fullAddress, street].flatMap(addressWords), hides.hidesAddress],
  ];
  const words = new Map<string, string>();
  for (const [found, isHidden] of parts)
    for (const word of found) if (!words.has(word)) words.set(word, quotedWord(isHidden ? `${HIDDEN}${word}` : word));
  return [...words.values()].join(' ');
}

/** Words are letters and digits, so nothing needs escaping. */
const quotedWord = (word: string): string => `'${word}'`;

/** The stored forms of a word that the recipient may find. */
type Seen = (word: string) => string[];

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
  const conditions = words.map((word, at) => conditionOf(word.folded, contextOf(s, words, at), seen));
  const texts = conditions.map(textOf);
  const every = texts.filter(Boolean).map((text) => `(${text})`);
  return { asked: { words: texts, runs: placeRuns(words, s) }, every: every.join(' & '), conditions };
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
  if (isLeftOut(folded, context)) return [];
  const [word, number] = splitNumbered(folded) ?? [];
  if (word !== undefined && number !== undefined)
    return [
      ...conditionOf(word, { ...context, next: number }, seen),
      ...conditionOf(number, { ...context, before: word }, seen),
    ];
  const { withBefore, withNext } = context;
  const isWritten = (form: string) => form === folded || form === withBefore || form === withNext;
  const forms = [...new Set(formsOf(folded, context))].flatMap((form) =>
    seen(form).map((stored) => ({ form: stored, isBegun: isWritten(form) && isBegun(form) })),
  );
  return [forms];
}

const isNumber = (word: string): boolean => /^\d/.test(word);

/**
 * Whether a word is ignored: "and" and "&"; "unit" before its number; a letter that belongs to the previous number; the
 * country after an address.
 */
function isLeftOut(word: string, { before, next, withBefore }: WordContext): boolean {
  if (word === 'and') return before + next !== '';
  if (isUnitWord(word) && isNumber(next)) return true;
  if (withBefore !== undefined && isPartOfNumber(word, before)) return true;
  return /^(au|aus|australia)$/.test(word) && next === '' && before !== '' && !/^(south|western)$/.test(before);
}

/** "12 A" is "12A"; but "12 N" may continue with "Sydney Road", and "12 O" with "Connor Street". */
const isPartOfNumber = (letter: string, number: string): boolean =>
  isNumber(number) && otherForms(letter).length === 0 && !BEGINNINGS.has(letter);

/** The forms of a word: in full and abbreviated, alone and joined with its neighbours. */
function formsOf(whole: string, context: WordContext): string[] {
  const { before, next, withBefore, withNext } = context;
  const word = whole.slice(0, LONGEST_WORD);
  const joined = [withBefore, withNext].filter((one) => one !== undefined);
  if (isNumber(word)) {
    const isWhole = withNext !== undefined && isPartOfNumber(next, word);
    return (isWhole ? [withNext] : [word, ...joined]).flatMap((number) => numberForms(number, context));
  }
  const unit = numberOfUnit(word);
  if (unit !== undefined) return [word, unit];
  const alike = numberedAlike(word);
  if (alike.length > 0 && isNumber(next)) return [...alike, ...alike.map((one) => one + next)];
  const initial = STREET_TYPES.has(before) ? initialOf(word) : undefined;
  return [word, ...otherForms(word), ...joined, ...(initial === undefined ? [] : [initial])];
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

const MOST_WORDS = 20;

/** The characters of words; all other characters separate words. */
const LETTER = `\\p{Letter}\\p{Number}\\p{Mark}'\\u2018\\u2019\\u02BC\``;
const APART = `[^${LETTER}\\u0000]`;

/** A search text. */
export const searchWords = patterned(
  `^${APART}*(?:[${LETTER}]+(?:${APART}+|$)){1,${MOST_WORDS}}$`,
  200,
  `1 to ${MOST_WORDS} words of letters and digits, together at most 200 characters`,
);

/** Any change of a listing, account or suburb may change the matches, because words are not logged. */
export const WORD_MATCHERS = { listing: () => anyRow, account: () => anyRow, suburb: () => anyRow };

interface Asked {
  readonly status?: readonly string[];
}

/**
 * The stored forms of a word that everyone finds, and the forms including words that reveal a hidden address or suburb.
 */
const shownForms: Seen = (word) => [word];
const allForms: Seen = (word) => [word, `${HIDDEN}${word}`];

/**
 * The listing has every word of the text, or is in a place that some words name and has the others (ADR 25). Words that
 * reveal hidden data match only for the operator and the account of the listing.
 */
export function hasWords(s: string, { status }: Asked, { audience, siteID }: Recipient): Sql {
  const found = (seen: Seen, isShown = sql``) => foundBy(s, isCurrentOnly(status), seen, isShown);
  const isPublic = audience === 'public';
  const ids = isPublic || siteID !== undefined ? found(shownForms) : found(allForms);
  // PostgreSQL looks an array up by id, whatever its estimate.
  if (isPublic || siteID === undefined) return sql`${col('id')} = ANY(ARRAY(${ids}))`;
  const own = sql` AND found.listing_id IN (SELECT listing.id FROM ${shownBy(siteID)})`;
  return sql`${col('id')} = ANY(ARRAY(${ids} UNION ALL ${found(allForms, own)}))`;
}

/** The words of a text for `words_asked`, and the condition on every word, for the public. */
export const publicWords = (s: string) => wordsToFind(s, shownForms);

function foundBy(s: string, isCurrent: boolean, seen: Seen, isShown: Sql): Sql {
  const { asked, every } = wordsToFind(s, seen);
  return sql`
    SELECT found.listing_id FROM listing_words found
    WHERE ${isCurrent ? sql`found.is_current` : sql`TRUE`}
      AND (found.words || found.context) @@ (SELECT words_asked(${JSON.stringify(asked)}::jsonb) || ${every}::tsquery)${isShown}`;
}
