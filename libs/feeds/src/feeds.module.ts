import { ListsModule } from '@app/lists';
import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { FeedsController } from './feeds.controller.js';
import { FeedsRepository } from './feeds.repository.js';
import { FeedsService } from './feeds.service.js';

/** What became of the feed files that came in. */
@Module({
  imports: [ListsModule, SnapshotCacheModule],
  controllers: [FeedsController],
  providers: [FeedsService, FeedsRepository],
})
export class FeedsModule {}
