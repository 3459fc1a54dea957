/**
 * What a listing of a feed can come to. One is stale that is older than what is held of it, or than its deletion; one is held back
 * whose address has not come.
 */
export const FEED_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'held', 'deleted', 'rejected'] as const;

export type FeedOutcome = (typeof FEED_OUTCOMES)[number];

/** How many listings came to what. */
export type FeedCounts = Record<FeedOutcome, number>;

export const noCounts = (): FeedCounts =>
  Object.fromEntries(FEED_OUTCOMES.map((outcome) => [outcome, 0])) as FeedCounts; // all of them
