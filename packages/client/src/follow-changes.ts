import type { Client } from './generated/client/index.js';
import { listChanges } from './generated/sdk.gen.js';
import type { ChangeItem, ListChangesData } from './generated/types.gen.js';
import { followPages, type FollowLimits } from './follow-pages.js';

export interface FollowOptions extends FollowLimits {
  readonly client: Client;
  /** The cursor of an export, or of the last batch that you have stored; `now` starts with the next change. */
  readonly since: string;
  readonly query?: Omit<NonNullable<ListChangesData['query']>, 'since'>;
}

/** Changes in the order to apply them. Store them and the cursor in one transaction. */
export interface ChangeBatch {
  /** May be empty: then only the cursor has moved. */
  readonly changes: readonly ChangeItem[];
  readonly cursor: string;
}

/**
 * Yields the changes after a cursor, for ever. The next batch is requested after you have handled the previous one, so
 * that you lose nothing if you store the cursor with its batch.
 * @throws CursorExpiredError: read everything again (docs/KEEPING-A-COPY.md); ProblemError if the request is refused
 */
export async function* followChanges(options: FollowOptions): AsyncGenerator<ChangeBatch, void, undefined> {
  const { client, signal, query } = options;
  const pages = followPages<ChangeItem>(options.since, options, ({ since, headers }) =>
    listChanges({ client, query: { limit: 1000, ...query, since }, headers, ...(signal && { signal }) }),
  );
  for await (const { data: changes, cursor } of pages) yield { changes, cursor };
}
