/**
 * Possible outcomes of a feed listing. `stale`: older than the stored listing or its deletion. `held`: kept back until
 * an address arrives.
 */
export const FEED_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'held', 'deleted', 'rejected'] as const;

export type FeedOutcome = (typeof FEED_OUTCOMES)[number];

/** Number of listings by outcome. */
export type FeedCounts = Record<FeedOutcome, number>;

export const noCounts = (): FeedCounts =>
  Object.fromEntries(FEED_OUTCOMES.map((outcome) => [outcome, 0])) as FeedCounts; // all of them
