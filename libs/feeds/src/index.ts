export { DemoDirectory } from './demo-directory.js';
export * from './entities/feed-run.entity.js';
export { ReaxmlExporter } from './export/reaxml.export.js';
export { FeedPushModule } from './feed-push.module.js';
export { FeedQueueModule } from './feed-queue.module.js';
export { FeedsModule } from './feeds.module.js';
export { Inbox, type InboxOptions } from './inbox/inbox.js';
export { FeedImporter, type FeedOptions } from './intake/feed-importer.js';
export { FeedRunsRepository, lastFeedSuccess } from './intake/feed-runs.repository.js';
export {
  FEED_OUTCOMES,
  type FeedCounts,
  type FeedMode,
  type FeedOutcome,
  listingsOf,
  type FeedLine,
  type FeedReport,
} from './intake/feed-report.js';
export type { FeedScope } from './intake/feed-scope.js';
export { OldFeedsJob } from './push/old-feeds.job.js';
export { findFeeds, isFeedPath } from './intake/feed-paths.js';
