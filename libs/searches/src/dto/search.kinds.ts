import { list, named, oneOf, patterned, text } from '@app/schema';

/** Why a listing is told of. */
export const MATCH_REASONS = ['new', 'price', 'status'] as const;

export type MatchReason = (typeof MATCH_REASONS)[number];

export const matchReason = named(
  'MatchReason',
  'Why a listing is told of. `new`: it matches and did not before. `price`, `status`: a change of one that matched, and still does.',
  oneOf(MATCH_REASONS),
);

export const matchReasons = list(matchReason, MATCH_REASONS.length);

/** The name of a search. Without `@` it has no e-mail address. */
export const searchName = named(
  'SearchName',
  'Text of 1 to 200 characters that is not blank and has no @.',
  patterned(
    '^[^@\\u0000]*[^\\s@\\u0000][^@\\u0000]*$',
    200,
    'text of 1 to 200 characters that is not blank, without @, and no e-mail address',
  ),
);

/** The name that a site has for its visitor. */
export const visitorReference = named(
  'VisitorReference',
  'Text of at most 200 characters without @.',
  patterned('^[^@\\u0000]*$', 200, 'text of at most 200 characters without @, and no e-mail address'),
);

/** A query string, which the list's own rules check. */
export const savedQuery = text(4_000);
