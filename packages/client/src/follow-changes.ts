import type { Client } from './generated/client/index.js';
import { listChanges } from './generated/sdk.gen.js';
import type { ChangeItem, ListChangesData } from './generated/types.gen.js';
import { backoffMs, pause } from './pause.js';
import { ProblemError } from './problem-error.js';

export interface FollowOptions {
  readonly client: Client;
  /** The cursor of an export, or of the last batch that you have stored; `now` begins with the next change. */
  readonly since: string;
  readonly query?: Omit<NonNullable<ListChangesData['query']>, 'since'>;
  /** The pause when there are no changes. Default: 30 seconds. */
  readonly intervalMs?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Is called when the service does not respond, or with a 5xx; the follower tries again. */
  readonly onFailure?: (error: unknown) => void;
}

/** Changes in the order in which they are applied. Store them and the cursor in one transaction. */
export interface ChangeBatch {
  /** Possibly none: then the cursor alone has moved. */
  readonly changes: readonly ChangeItem[];
  readonly cursor: string;
}

const LONGEST_PAUSE_MS = 300_000;

const isUnchanged = (error: unknown): boolean => error instanceof ProblemError && error.status === 304;

const retryAfterOf = (error: unknown): number => (error instanceof ProblemError && error.retryAfterMs) || 0;

/** Refusals of the request itself do not pass; all other failures may. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.status === 429 || error.status >= 500;

/**
 * Yields the changes after a cursor, for ever. A batch is requested after the former batch has been handled, so a cursor
 * that is stored with its batch loses nothing.
 * @throws CursorExpiredError: read everything again (docs/KEEPING-A-COPY.md); ProblemError if the request is refused
 */
export async function* followChanges(options: FollowOptions): AsyncGenerator<ChangeBatch, void, undefined> {
  const { client, signal, intervalMs = 30_000, onFailure } = options;
  let cursor = options.since;
  let etag: string | null = null;
  let failures = 0;
  for (;;) {
    if (signal?.aborted) return;
    let wait = intervalMs;
    let batch: ChangeBatch | undefined;
    try {
      const { data, response }: Awaited<ReturnType<typeof listChanges<true>>> = await listChanges({
        client,
        query: { limit: 1000, ...options.query, since: cursor },
        headers: etag ? { 'If-None-Match': etag } : {},
        ...(signal && { signal }),
      });
      failures = 0;
      etag = response.headers.get('etag');
      if (data.hasNext) wait = 0;
      if (data.cursor !== cursor) batch = { changes: data.data, cursor: data.cursor };
    } catch (error) {
      if (signal?.aborted) return;
      if (!isUnchanged(error)) {
        if (!mayPass(error)) throw error;
        onFailure?.(error);
        wait = Math.max(backoffMs(failures, intervalMs, LONGEST_PAUSE_MS), retryAfterOf(error));
        failures += 1;
      }
    }
    if (batch) {
      yield batch;
      cursor = batch.cursor;
    }
    await pause(wait, signal).catch(() => undefined);
  }
}
