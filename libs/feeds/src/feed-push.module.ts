import { AccountsModule } from '@app/accounts';
import { ExportsModule } from '@app/bundles';
import { CacheModule } from '@app/cache';
import { ChangesModule } from '@app/changes';
import { WritesModule } from '@app/writes';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { FeedQueueModule } from './feed-queue.module.js';
import { FeedsModule } from './feeds.module.js';
import { FeedBodyInterceptor } from './push/feed-body.interceptor.js';
import { ReaxmlExportController } from './export/reaxml-export.controller.js';
import { ReaxmlChanges } from './export/reaxml-changes.export.js';
import { FeedPushController } from './push/feed-push.controller.js';
import { FeedTaskGuard } from './push/feed-task.guard.js';
import { OldFeedsJob } from './push/old-feeds.job.js';
import { SentFeedsJob } from './push/sent-feeds.job.js';

/** Feeds over HTTP. The service loads it, commands do not. */
@Module({
  imports: [AccountsModule, CacheModule, ChangesModule, ExportsModule, FeedQueueModule, FeedsModule, WritesModule],
  controllers: [FeedPushController, ReaxmlExportController],
  providers: [FeedTaskGuard, FeedBodyInterceptor, OldFeedsJob, ReaxmlChanges],
})
export class FeedPushModule implements OnApplicationBootstrap {
  constructor(private readonly job: SentFeedsJob) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }
}
