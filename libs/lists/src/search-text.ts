/** Escapes `%`, `_` and `\`, which are literal in every search (D5). */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const ASCII = /^[ -~]*$/;

/**
 * Case-folds a text as all searches and folded columns do: letter by letter, like PostgreSQL's `lower`, which has no
 * final sigma and no special İ.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('');

/** A LIKE pattern that matches the text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(fold(text))}%`;

/** A LIKE pattern that matches the text at the start. */
export const atStart = (text: string): string => `${escapeLike(fold(text))}%`;
