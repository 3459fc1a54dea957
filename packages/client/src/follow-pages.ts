import { backoffMs, pause } from './pause.js';
import { ProblemError } from './problem-error.js';

/** Options for following the pages after a cursor. */
export interface FollowLimits {
  /** Pause in milliseconds when there is nothing new. Default: 30 seconds. */
  readonly intervalMs?: number;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Called when the service does not respond, or responds with a 5xx. The follower then tries again. */
  readonly onFailure?: (error: unknown) => void;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly cursor: string;
  readonly hasNext: boolean;
}

interface PageRequest {
  readonly since: string;
  readonly headers: Readonly<Record<string, string>>;
}

type ReadPage<Item> = (request: PageRequest) => Promise<{ readonly data: Page<Item>; readonly response: Response }>;

const LONGEST_PAUSE_MS = 300_000;

const isUnchanged = (error: unknown): boolean => error instanceof ProblemError && error.status === 304;

const retryAfterOf = (error: unknown): number => (error instanceof ProblemError && error.retryAfterMs) || 0;

/** A refused request fails again, so only other failures are retried. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.status === 429 || error.status >= 500;

/** Yields the pages after a cursor, for ever. The next page is requested after you have handled the previous one. */
export async function* followPages<Item>(
  since: string,
  { signal, intervalMs = 30_000, onFailure }: FollowLimits,
  read: ReadPage<Item>,
): AsyncGenerator<Pick<Page<Item>, 'data' | 'cursor'>, void, undefined> {
  let cursor = since;
  let etag: string | null = null;
  let failures = 0;
  for (;;) {
    if (signal?.aborted) return;
    let wait = intervalMs;
    let page: Page<Item> | undefined;
    try {
      const { data, response } = await read({ since: cursor, headers: etag ? { 'If-None-Match': etag } : {} });
      failures = 0;
      etag = response.headers.get('etag');
      if (data.hasNext) wait = 0;
      if (data.cursor !== cursor) page = data;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isUnchanged(error)) {
        if (!mayPass(error)) throw error;
        onFailure?.(error);
        wait = Math.max(backoffMs(failures, intervalMs, LONGEST_PAUSE_MS), retryAfterOf(error));
        failures += 1;
      }
    }
    if (page) {
      yield page;
      cursor = page.cursor;
    }
    await pause(wait, signal).catch(() => undefined);
  }
}
