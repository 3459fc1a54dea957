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
