import { placeRuns, textWords } from '@app/address';
import { anyRow } from '@app/lists';
import { patterned } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import { HIDDEN, quoted } from './listing.words.js';

const MOST_WORDS = 20;

/** What words are made of; everything else is between them. */
const LETTER = `\\p{Letter}\\p{Number}\\p{Mark}'\\u2018\\u2019\\u02BC\``;
const APART = `[^${LETTER}\\u0000]`;

/** A search text. */
export const searchWords = patterned(
  `^${APART}*(?:[${LETTER}]+(?:${APART}+|$)){1,${MOST_WORDS}}$`,
  200,
  `1 to ${MOST_WORDS} words of letters and digits, together at most 200 characters`,
);

/** Any listing, account or suburb may make a listing one that words find: what they are is not logged. */
export const WORDS = { listing: () => anyRow, account: () => anyRow, suburb: () => anyRow };

interface Asked {
  readonly status?: string;
}

/** The listing is found by every word of a text, and is in the place that some of them name (ADR 36). */
export const hasWords = (s: string, { status }: Asked): Sql =>
  isFound(s, status === 'current', (word) => `${quoted(word)} | ${quoted(`${HIDDEN}${word}`)}`);

/** The same without words that tell hidden addresses. The public sees current listings alone. */
export const showsWords = (s: string): Sql => isFound(s, true, quoted);

function isFound(s: string, isCurrent: boolean, condition: (word: string) => string): Sql {
  const asked = JSON.stringify({ words: textWords(s).map(condition), runs: placeRuns(s) });
  // An array is looked up by id, however many listings PostgreSQL expects of words.
  return sql`listing.id = ANY(ARRAY(
    SELECT found.listing_id FROM listing_words found
    WHERE ${isCurrent ? sql`found.is_current` : sql`TRUE`} AND (found.words || found.context) @@ (SELECT words_asked(${asked}::jsonb))))`;
}
