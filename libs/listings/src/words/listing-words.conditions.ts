import { shownBy } from '@app/accounts';
import { placeKeysOf } from '@app/suburbs';
import type { MatchesRow, NarrowRow } from '@app/cache';
import type { PlaceRun } from '@app/address';
import type { Recipient } from '@app/http';
import { anyRow, onColumns } from '@app/lists';
import { formatted, named, PUNCTUATION } from '@app/schema';
import { sql, type Sql } from '@app/sql';
import { isCurrentOnly } from '../dto/listing-statuses.js';
import { col } from '../finder/listing-columns.js';
import { allForms, shownForms, wordsToFind, type Seen, type WordForm } from './word-conditions.js';

const MOST_WORDS = 20;

const searchText = (letter: string, apart: string): string =>
  `^${apart}*(?:${letter}+(?:${apart}+|$)){1,${MOST_WORDS}}$`;

/** The characters of words; all other characters separate words. */
const LETTER = `\\p{Letter}\\p{Number}\\p{Mark}'\\u2018\\u2019\\u02BC\``;

/** A search text. */
export const searchWords = named(
  'SearchWords',
  `Words to search for: at most ${MOST_WORDS}, of letters and digits of any script.`,
  formatted(
    'search-words',
    new RegExp(searchText(`[${LETTER}]`, `[^${LETTER}\\u0000]`), 'u'),
    searchText(`[^\\u0000${PUNCTUATION}]`, `[${PUNCTUATION}]`),
    200,
    `1 to ${MOST_WORDS} words of letters and digits, together at most 200 characters`,
  ),
);

/** Whether logged words, which stand between spaces, contain a form. */
const containsForm = (words: string, { form, isBegun }: WordForm): boolean =>
  words.includes(isBegun ? ` ${form}` : ` ${form} `);

/** Whether the words of a name contain a form. */
const hasForm = (words: readonly unknown[], { form, isBegun }: WordForm): boolean =>
  words.some((word) => word === form || (isBegun && String(word).startsWith(form)));

/** Tests whether a text may name the place of a logged row. The places of a state depend on other rows. */
function placeTest(runs: readonly PlaceRun[]): (row: NarrowRow) => boolean {
  const namesState = runs.some(({ state }) => state !== null);
  const keys = new Set(runs.flatMap(({ suburbs, regions }) => [...suburbs, ...regions]));
  return (row) => namesState || (placeKeysOf(row)?.some((key) => keys.has(key)) ?? true);
}

/**
 * Tests of logged rows. A listing with every word is found, unless some are hidden; one that lacks a word, and whose
 * place the text does not name, is not. A name that contains no word of the text changes nothing. Suburbs may be
 * renamed.
 */
export const WORD_MATCHERS = {
  listing: (s: string): MatchesRow => {
    const { asked, conditions } = wordsToFind(s, shownForms);
    const mayNamePlaceOf = placeTest(asked.runs);
    const groups = conditions.flat();
    const withHidden = wordsToFind(s, allForms).conditions.flat();
    const hasEvery = (words: string, all: typeof groups) =>
      all.every((forms) => forms.some((form) => containsForm(words, form)));
    return onColumns(['words', 'place'], (row) => {
      const { words } = row;
      if (typeof words !== 'string' || groups.length === 0) return undefined;
      if (hasEvery(words, groups)) return true;
      return hasEvery(words, withHidden) || mayNamePlaceOf(row) ? undefined : false;
    });
  },
  account: (s: string) => isNamedIn(s),
  agent: (s: string) => isNamedIn(s),
  suburb: () => anyRow,
};

function isNamedIn(s: string): MatchesRow {
  const forms = wordsToFind(s, shownForms).conditions.flat(2);
  return onColumns(['name_words'], ({ name_words: words }) =>
    Array.isArray(words) && !forms.some((form) => hasForm(words, form)) ? false : undefined,
  );
}

interface Asked {
  readonly status?: readonly string[];
}

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
