import {
  formatted,
  INVISIBLE,
  LINE_BREAKS,
  list,
  named,
  oneOf,
  SPACE,
  text,
  trimmed,
  type Kind,
  ZERO_WIDTH,
} from '@app/schema';

/** The reasons of matches. */
export const MATCH_REASONS = ['new', 'price', 'status'] as const;

export type MatchReason = (typeof MATCH_REASONS)[number];

export const matchReason = named(
  'MatchReason',
  'The reason of a match. `new`: the listing matches, and did not match before. `price`: the price of a matching listing changed. `status`: a matching listing is under offer or no longer under offer, sold, leased, withdrawn or on the market again, as far as the website of the account may show it.',
  oneOf(MATCH_REASONS),
);

/** A list with at least one value and no duplicates. */
const someOf = <T>(items: Kind<T[]>): Kind<T[]> => ({
  ...items,
  schema: { ...items.schema, minItems: 1, uniqueItems: true },
  wants: `${items.wants}: at least one, and no duplicates`,
  accepts: (value) =>
    items.accepts(value) && Array.isArray(value) && value.length > 0 && new Set(value).size === value.length,
});

export const matchReasons = someOf(list(matchReason, MATCH_REASONS.length));

/** An at sign, as written by people or in encodings. */
const AT =
  '[@\\uFF20\\uFE6B]|%40|&#0*64;|&#[xX]0*40;|&[cC][oO][mM][mM][aA][tT];|[(\\[{<]' +
  `[${SPACE}]*[aA][tT][${SPACE}]*[)\\]}>]`;
const SPELLED = `[^${SPACE}][${SPACE}]+[aA][tT][${SPACE}]+[^${SPACE}][\\s\\S]*[${SPACE}](?:[dD][oO][tT]|[pP][uU][nN][kK][tT])[${SPACE}]+[^${SPACE}]`;
const NO_ADDRESS = `(?![\\s\\S]*(?:${AT}|${SPELLED}))`;
/** No control, zero-width and direction characters, and no line separators. */
const PLAIN = '[^\\p{Cc}\\p{Cf}\\u2028\\u2029]*';
const NEARLY_PLAIN = `[^${LINE_BREAKS}${ZERO_WIDTH}]*`;
const PLAIN_WORDS = 'without control, zero-width and direction characters, and no e-mail address in any spelling';

/** The name of a search. */
export const searchName = named(
  'SearchName',
  'Text of 1 to 200 characters in one line that has a visible character and no e-mail address.',
  trimmed(
    formatted(
      'search-name',
      new RegExp(`^${NO_ADDRESS}(?=[\\s\\S]*[^\\p{C}\\p{Z}\\p{M}])${PLAIN}$`, 'u'),
      `^${NO_ADDRESS}(?=[\\s\\S]*[^${INVISIBLE}])${NEARLY_PLAIN}$`,
      200,
      `text of 1 to 200 characters that is not blank, ${PLAIN_WORDS}`,
    ),
  ),
);

/** A website's identifier of its visitor. */
export const visitorReference = named(
  'VisitorReference',
  'Text of at most 200 characters in one line without zero-width characters and e-mail addresses.',
  formatted(
    'visitor-reference',
    new RegExp(`^${NO_ADDRESS}${PLAIN}$`, 'u'),
    `^${NO_ADDRESS}${NEARLY_PLAIN}$`,
    200,
    `text of at most 200 characters, ${PLAIN_WORDS}`,
  ),
);

/** A query string, which the rules of the list validate. */
export const savedQuery = text(2_000);
