import { isUnitWord, numberOfUnit, otherForms, placeRuns, placeWords, UNIT_WORDS, type PlaceWord } from '@app/address';
import { anyRow } from '@app/lists';
import { patterned } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import { HIDDEN, quoted } from './listing.words.js';

const MOST_WORDS = 20;

/** The characters of words; all others separate them. */
const LETTER = `\\p{Letter}\\p{Number}\\p{Mark}'\\u2018\\u2019\\u02BC\``;
const APART = `[^${LETTER}\\u0000]`;

/** A search text. */
export const searchWords = patterned(
  `^${APART}*(?:[${LETTER}]+(?:${APART}+|$)){1,${MOST_WORDS}}$`,
  200,
  `1 to ${MOST_WORDS} words of letters and digits, together at most 200 characters`,
);

/** Any change of a listing, account or suburb may change the matches: words are not logged. */
export const WORDS = { listing: () => anyRow, account: () => anyRow, suburb: () => anyRow };

interface Asked {
  readonly status?: string;
}

/** The listing has every word of the text, and is in the places that some words name (ADR 36). */
export const hasWords = (s: string, { status }: Asked): Sql =>
  isFound(s, status === 'current', (word) => [word, `${HIDDEN}${word}`]);

/** The same for the public: without words that reveal hidden addresses. */
export const showsWords = (s: string, { status }: Asked): Sql => isFound(s, status === 'current', (word) => [word]);

/** @param seen the stored forms of a word that may be found */
function isFound(s: string, isCurrent: boolean, seen: (word: string) => string[]): Sql {
  const asked = JSON.stringify(wordsToFind(s, seen));
  // PostgreSQL looks up an array by id, whatever its estimate.
  return sql`listing.id = ANY(ARRAY(
    SELECT found.listing_id FROM listing_words found
    WHERE ${isCurrent ? sql`found.is_current` : sql`TRUE`} AND (found.words || found.context) @@ (SELECT words_asked(${asked}::jsonb))))`;
}

/** What the database is asked for (`words_asked`). */
export function wordsToFind(s: string, seen: (word: string) => string[]) {
  const words = placeWords(s);
  const conditions = words.map((word, at) =>
    conditionOf(word, { s, before: words[at - 1], next: words[at + 1] }, seen),
  );
  return { words: conditions, runs: placeRuns(words, s) };
}

/** The search text, and the words beside a word of it. */
interface WordContext {
  readonly s: string;
  readonly before: PlaceWord | undefined;
  readonly next: PlaceWord | undefined;
}

/** The condition on one word, a tsquery; empty for a word that need not be found. */
function conditionOf(word: PlaceWord, context: WordContext, seen: (word: string) => string[]): string {
  if (isLeftOut(word, context)) return '';
  return [...new Set(formsOf(word, context))]
    .flatMap((form) => seen(form).map((stored) => `${quoted(stored)}${isBeginning(form, word) ? ':*' : ''}`))
    .join(' | ');
}

const isNumber = (word: PlaceWord | undefined): boolean => word !== undefined && /^\d/.test(word.folded);

/** "&"; "unit" before its number; the country behind an address. */
function isLeftOut({ folded, from, to }: PlaceWord, { s, before, next }: WordContext): boolean {
  if (s.slice(from, to) === '&') return true;
  if (isUnitWord(folded) && isNumber(next)) return true;
  return folded === 'australia' && !next && before !== undefined && !/^(south|western)$/.test(before.folded);
}

/** The forms of a word: in full and abbreviated; of the number of a unit, with and without "U". */
function formsOf(word: PlaceWord, { s, before, next }: WordContext): string[] {
  const folded = word.folded.slice(0, LONGEST_WORD);
  const number = numberOfUnit(folded);
  if (number !== undefined) return [folded, number];
  const isOfUnit =
    isUnitWord(before?.folded ?? '') || (next !== undefined && /^\s*\/\s*$/.test(s.slice(word.to, next.from)));
  if (isNumber(word) && isOfUnit) return [folded, ...UNIT_WORDS.map((unit) => `${unit}${folded}`)];
  return [folded, ...otherForms(folded)];
}

/** As long as stored words. */
const LONGEST_WORD = 100;

/** Words are found by their beginning from three letters on; numbers, and what stands for a word, as a whole. */
const isBeginning = (form: string, { folded }: PlaceWord): boolean =>
  form === folded && form.length >= FEWEST_LETTERS && !/^\d+$/.test(form);

const FEWEST_LETTERS = 3;
