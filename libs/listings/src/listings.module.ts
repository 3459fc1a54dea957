import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { ListingHistories } from './search/listing-histories.repository.js';
import { ListingClustersRepository } from './search/listing-clusters.repository.js';
import { ListingFacetsRepository } from './search/listing-facets.repository.js';
import { ListingsController } from './listings.controller.js';
import { ListingsRepository } from './listings.repository.js';
import { SimilarListingsRepository } from './search/similar-listings.repository.js';
import { ListingsService } from './listings.service.js';

/** Listings, read-only over HTTP. */
@Module({
  imports: [ListsModule, CacheModule],
  controllers: [ListingsController],
  providers: [
    ListingsService,
    ListingsRepository,
    ListingClustersRepository,
    ListingFacetsRepository,
    ListingHistories,
    SimilarListingsRepository,
  ],
  exports: [ListingHistories, ListingsRepository],
})
export class ListingsModule {}
