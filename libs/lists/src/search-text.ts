/** Escapes `%`, `_` and `\`, which are literal in every search (D5). */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const ASCII = /^[ -~]*$/;

/**
 * Case-folds a text as all searches and folded columns do: character by character, like PostgreSQL's `lower`, which has
 * no special final sigma and no special İ.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('');

const MARKS = /[\p{Mark}'\u2018\u2019\u02BC`]+/gu;

/** Letters that NFD does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** A name as searches compare it: case-folded, without accents and apostrophes ("obrien", "muller"). */
export const foldName = (name: string): string =>
  fold(name.normalize('NFD').replace(MARKS, '')).replace(/[øđłıßæœ]/g, (letter) => LETTERS[letter] ?? letter);

/** A LIKE pattern that matches the text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(fold(text))}%`;

/** A LIKE pattern that matches texts with this start. */
export const atStart = (text: string): string => `${escapeLike(fold(text))}%`;
