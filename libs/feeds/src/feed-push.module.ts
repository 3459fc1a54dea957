import { AccountsModule } from '@app/accounts';
import { BundlesModule } from '@app/bundles';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { FeedsModule } from './feeds.module.js';
import { FeedBodyInterceptor } from './push/feed-body.interceptor.js';
import { FeedPushController } from './push/feed-push.controller.js';
import { FeedPushService } from './push/feed-push.service.js';
import { FeedTaskGuard } from './push/feed-task.guard.js';
import { FeedUploadsRepository } from './push/feed-uploads.repository.js';
import { SentFeedImporter } from './push/sent-feed.importer.js';
import { SentFeedsJob } from './push/sent-feeds.job.js';

/** Feeds over HTTP; in processes that serve, and not in commands. */
@Module({
  imports: [AccountsModule, BundlesModule, FeedsModule, WritesModule],
  controllers: [FeedPushController],
  providers: [
    FeedTaskGuard,
    FeedBodyInterceptor,
    FeedPushService,
    FeedUploadsRepository,
    SentFeedImporter,
    SentFeedsJob,
  ],
})
export class FeedPushModule {}
