/** `%`, `_` and `\` are literal text in every search (D5). */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const ASCII = /^[ -~]*$/;

/**
 * Text without regard to case, as every search compares it and every folded column holds it: letter by letter, as
 * PostgreSQL's `lower` does it, which knows neither a final sigma nor a dot of its own for İ.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('');

/** A pattern that finds the text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(fold(text))}%`;

/** A pattern that finds the text at the start. */
export const atStart = (text: string): string => `${escapeLike(fold(text))}%`;
