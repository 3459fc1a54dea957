export { empty, join, raw, Sql, default as sql } from 'sql-template-tag';
import sql, { join, raw, type Sql } from 'sql-template-tag';

/** `%`, `_` and `\` are literal text in every search (D5). */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Text without regard to case, as every search compares it; the store's columns are folded the same way. */
export const fold = (text: string): string => text.toLowerCase();

/** A pattern that finds the text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(fold(text))}%`;

/** A pattern that finds the text at the start. */
export const atStart = (text: string): string => `${escapeLike(fold(text))}%`;

/** All of them must hold; none: everything. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** Any of them may hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;
