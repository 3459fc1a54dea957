import { count } from '@app/metrics';

/**
 * Possible outcomes of a feed listing. `stale`: older than the stored listing or its deletion. `held`: kept back until
 * an address arrives. `withdrawn`: not named by a full feed.
 */
export const FEED_OUTCOMES = [
  'created',
  'updated',
  'unchanged',
  'stale',
  'held',
  'deleted',
  'withdrawn',
  'rejected',
] as const;

export type FeedOutcome = (typeof FEED_OUTCOMES)[number];

/** Number of listings by outcome. */
export type FeedCounts = Record<FeedOutcome, number>;

export const noCounts = (): FeedCounts =>
  Object.fromEntries(FEED_OUTCOMES.map((outcome) => [outcome, 0])) as FeedCounts; // all of them

/** `full`: current listings that the feed does not name are withdrawn (B42). `changes`: they stay. */
export const FEED_MODES = ['changes', 'full'] as const;

export type FeedMode = (typeof FEED_MODES)[number];

/** Reports an imported feed to the metrics. @param fatal why the whole file was rejected, if it was */
export function countFeed(counts: FeedCounts, fatal: string | null): void {
  for (const outcome of FEED_OUTCOMES)
    if (counts[outcome] > 0) count('feed_entries_total', { outcome }, counts[outcome]);
  if (fatal !== null) countNotImported();
}

/** Reports a file that could not be imported. */
export const countNotImported = (): void => count('feed_entries_total', { outcome: 'not_imported' });
