import type { Client } from './generated/client/index.js';
import { listSearchMatches } from './generated/sdk.gen.js';
import type { SearchMatchItem } from './generated/types.gen.js';
import { followPages, type FollowLimits } from './follow-pages.js';

export interface FollowMatchesOptions extends FollowLimits {
  readonly client: Client;
  /** The id of the search. */
  readonly search: number | string;
  /** The `cursor` of the search, or of the last batch that you have stored; `now` begins with the next change. */
  readonly since: string;
}

/** Matches in the order of their changes. Store the cursor when their visitor was told of them. */
export interface MatchBatch {
  /** Possibly none: then the cursor alone has moved. */
  readonly matches: readonly SearchMatchItem[];
  readonly cursor: string;
}

/**
 * Yields the matches of a saved search after a cursor, for ever. A batch is requested after the former batch has been
 * handled.
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
