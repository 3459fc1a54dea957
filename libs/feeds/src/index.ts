export { FeedRun } from './entities/feed-run.entity.js';
export { FeedRunProblem } from './entities/feed-run-problem.entity.js';
export { exportReaxml } from './export/export-reaxml.js';
export { FeedsModule } from './feeds.module.js';
export { runInbox, type InboxOptions } from './inbox/run-inbox.js';
export { takeInFeed, type FeedWatch } from './intake/feed-intake.js';
export { OUTCOMES, type FeedCounts, type FeedOutcome } from './intake/feed-outcomes.js';
export { findFeeds } from './intake/feed-paths.js';
export { listingsOf, type FeedLine, type FeedReport } from './intake/feed-report.js';
