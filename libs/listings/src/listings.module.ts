import { ListsModule } from '@app/lists';
import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { ListingsController } from './listings.controller.js';
import { ListingsRepository } from './listings.repository.js';
import { ListingsService } from './listings.service.js';

/** Listings, read-only over HTTP. */
@Module({
  imports: [ListsModule, SnapshotCacheModule],
  controllers: [ListingsController],
  providers: [ListingsService, ListingsRepository],
})
export class ListingsModule {}
