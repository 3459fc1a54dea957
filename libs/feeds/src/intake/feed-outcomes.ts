/** What a listing of a feed can come to. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'deleted', 'rejected'] as const;

export type FeedOutcome = (typeof OUTCOMES)[number];

/** How many listings came to what. */
export type FeedCounts = Record<FeedOutcome, number>;

export const noCounts = (): FeedCounts => ({ created: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 });
