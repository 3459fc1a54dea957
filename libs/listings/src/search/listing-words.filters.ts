import { anyRow } from '@app/lists';
import { patterned } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import { HIDDEN } from './listing.words.js';
import { wordsToFind } from './words-to-find.js';

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

/** The listing has every word of the text, or is in a place that some words name and has the others (ADR 36). */
export const hasWords = (s: string, { status }: Asked): Sql =>
  isFound(s, status === 'current', (word) => [word, `${HIDDEN}${word}`]);

/** The same for the public: without words that reveal hidden addresses. */
export const showsWords = (s: string, { status }: Asked): Sql => isFound(s, status === 'current', (word) => [word]);

/** @param seen the stored forms of a word that may be found */
function isFound(s: string, isCurrent: boolean, seen: (word: string) => string[]): Sql {
  const { asked, every } = wordsToFind(s, seen);
  // PostgreSQL looks up an array by id, whatever its estimate.
  return sql`listing.id = ANY(ARRAY(
    SELECT found.listing_id FROM listing_words found
    WHERE ${isCurrent ? sql`found.is_current` : sql`TRUE`}
      AND (found.words || found.context) @@ (SELECT words_asked(${JSON.stringify(asked)}::jsonb) || ${every}::tsquery)))`;
}
