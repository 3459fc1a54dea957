import { slugify } from './slugify.js';

/** Prefixes that belong to the next word if written apart: "O Connor", "Mc Kinnon", "D Aguilar". */
export const BEGINNINGS: ReadonlySet<string> = new Set(['d', 'mac', 'mc', 'o']);

/**
 * Joins two neighbouring words in folded form if they may be written as one: "12a" for "12 A", "mcdonald" for "Mc
 * Donald".
 */
export function asOneWord(word: string, next: string): string | undefined {
  const isNumbered = /^\d+$/.test(word) && /^[a-z]$/.test(next);
  const isBegun = BEGINNINGS.has(word) && /^[a-z]{2}/.test(next);
  return isNumbered || isBegun ? word + next : undefined;
}

/** Letters and digits with their accents, and apostrophes within a name. */
const WORD = /[\p{Letter}\p{Number}\p{Mark}'\u2018\u2019\u02BC`]+/gu;

/** Fast path for most words, which need only lower-casing. */
const PLAIN = /^[A-Za-z0-9]+$/;

/** Longer words are compared by their start; PostgreSQL cannot index words above 2 kB. */
const LONGEST = 100;

/**
 * The words of a text in order, in the form that searches compare: lower case, without accents and apostrophes, only
 * letters and digits.
 */
export function textWords(text: string): string[] {
  const words: string[] = [];
  for (const [written] of text.matchAll(WORD)) {
    if (PLAIN.test(written)) words.push(written.toLowerCase().slice(0, LONGEST));
    else
      words.push(
        ...slugify(written)
          .split('-')
          .filter(Boolean)
          .map((word) => word.slice(0, LONGEST)),
      );
  }
  return words;
}

/** The words of an address, and pairs of words that are also written as one. */
export function addressWords(text: string): string[] {
  const words = textWords(text);
  return [...words, ...words.flatMap((word, at) => asOneWord(word, words[at + 1] ?? '') ?? [])];
}
