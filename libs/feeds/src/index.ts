export type { FeedElement, FeedEntry, FeedNote, FeedProblem } from './reaxml/feed.types.js';
export { entryToPatch } from './reaxml/mapping/entry-to-patch.js';
export type {
  FeedAgent,
  FeedListing,
  FileSource,
  ListingPatch,
  LocalTimes,
  Patch,
  RefusedEntry,
} from './reaxml/mapping/listing-patch.js';
export { mergeListing, type FeedPlace } from './reaxml/merging/merge-listing.js';
export { withInstants } from './reaxml/merging/with-instants.js';
export { checkReaxml, readReaxml, type FeedCheck } from './reaxml/reading/read-reaxml.js';
export type { FeedListingType } from './reaxml/reading/listing-elements.js';
export type { LocalInspection } from './reaxml/values/inspection-time.js';
export type { LocalTime } from './reaxml/values/local-time.js';
export { toInstant, toLocalTime } from './reaxml/values/zoned-time.js';
export type { OutgoingListing } from './reaxml/writing/outgoing.js';
export { writeReaxml } from './reaxml/writing/write-reaxml.js';
export { NoAccountError, takeInFeed, type FeedWatch } from './intake/feed-intake.js';
export { OUTCOMES, type FeedCounts, type FeedOutcome } from './intake/feed-outcomes.js';
export { listingsOf, type FeedLine, type FeedReport } from './intake/feed-report.js';
export { FeedRun } from './entities/feed-run.entity.js';
export { FeedRunProblem } from './entities/feed-run-problem.entity.js';
export { findFeeds } from './intake/feed-paths.js';
export { FeedsModule } from './feeds.module.js';
export { runInbox, type InboxOptions } from './inbox/run-inbox.js';
export { exportReaxml } from './export/export-reaxml.js';
