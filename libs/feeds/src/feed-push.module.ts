import { AccountsModule } from '@app/accounts';
import { WritesModule } from '@app/writes';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { FeedQueueModule } from './feed-queue.module.js';
import { FeedsModule } from './feeds.module.js';
import { FeedBodyInterceptor } from './push/feed-body.interceptor.js';
import { FeedPushController } from './push/feed-push.controller.js';
import { FeedTaskGuard } from './push/feed-task.guard.js';
import { SentFeedsJob } from './push/sent-feeds.job.js';

/** Feeds over HTTP; in processes that serve, and not in commands. */
@Module({
  imports: [AccountsModule, FeedQueueModule, FeedsModule, WritesModule],
  controllers: [FeedPushController],
  providers: [FeedTaskGuard, FeedBodyInterceptor],
})
export class FeedPushModule implements OnApplicationBootstrap {
  constructor(private readonly job: SentFeedsJob) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }
}
