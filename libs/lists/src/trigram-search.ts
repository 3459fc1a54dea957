import { allOf, raw, sql, type Sql } from '@app/sql';
import { anywhere, fold } from './search-text.js';

/** A case-folded expression with a trigram index. */
export interface TrigramIndex {
  readonly expression: string;
  /** Words that very many rows contain: the index reads long lists for them, and excludes few rows. */
  readonly commonWords: ReadonlySet<string>;
}

/** A trigram index cannot search for fewer than three letters. */
export const hasTrigram = (text: string): boolean => text.length >= 3;

/** Finds the rows that can contain the text, by the index; another condition checks them. */
export const canContain = ({ expression, commonWords }: TrigramIndex, text: string): Sql =>
  allOf(rareParts(text, commonWords).map((part) => sql`${raw(expression)} LIKE ${anywhere(part)}`));

/** The parts of a text between its common words; the text itself if these have no trigram. */
function rareParts(text: string, commonWords: ReadonlySet<string>): string[] {
  const parts = [''];
  for (const word of text.split(/([^\p{L}\p{N}]+)/u)) {
    if (commonWords.has(fold(word))) parts.push('');
    else parts.push(`${parts.pop()}${word}`);
  }
  const searched = parts.filter((part) => /[\p{L}\p{N}]{3}/u.test(part));
  return searched.length > 0 ? searched : [text];
}
