import { BundlesModule } from '@app/bundles';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { DemoDirectory } from './demo-directory.js';
import { FeedsModule } from './feeds.module.js';
import { Inbox } from './inbox/inbox.js';
import { InboxQueue } from './inbox/inbox-queue.js';
import { FeedUploadsRepository } from './push/feed-uploads.repository.js';
import { SentFeedImporter } from './push/sent-feed.importer.js';
import { SentFeedsJob } from './push/sent-feeds.job.js';

/** The queue of feeds, the inbox, and the generated directory. Unlike other imports, they need the secrets keys. */
@Module({
  imports: [BundlesModule, FeedsModule, WritesModule],
  providers: [FeedUploadsRepository, SentFeedImporter, SentFeedsJob, InboxQueue, Inbox, DemoDirectory],
  exports: [FeedUploadsRepository, SentFeedsJob, Inbox, DemoDirectory],
})
export class FeedQueueModule {}
