import type { Client } from './generated/client/index.js';
import { listSearchMatches } from './generated/sdk.gen.js';
import type { SearchMatchItem } from './generated/types.gen.js';
import { followPages, type FollowLimits } from './follow-pages.js';

export interface FollowMatchesOptions extends FollowLimits {
  readonly client: Client;
  /** Id of the search. */
  readonly search: number | string;
  /** The `cursor` of the search, or of the last batch that you have stored; `now` starts with the next change. */
  readonly since: string;
}

/** Matches in the order of their changes. Store the cursor after you have told the visitor about them. */
export interface MatchBatch {
  /** May be empty: then only the cursor has moved. */
  readonly matches: readonly SearchMatchItem[];
  readonly cursor: string;
}

/**
 * Yields the matches of a saved search after a cursor, for ever. The next batch is requested after you have handled the
 * previous one.
 * @throws CursorExpiredError: begin with `now`, and show what the search finds; ProblemError if the request is refused
 */
export async function* followMatches(options: FollowMatchesOptions): AsyncGenerator<MatchBatch, void, undefined> {
  const { client, signal, search } = options;
  const pages = followPages<SearchMatchItem>(options.since, options, ({ since, headers }) =>
    listSearchMatches({
      client,
      path: { id: String(search) },
      query: { since },
      headers,
      ...(signal && { signal }),
    }),
  );
  for await (const { data: matches, cursor } of pages) yield { matches, cursor };
}
