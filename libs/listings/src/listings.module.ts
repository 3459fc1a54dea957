import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { InspectionsController } from './inspections/inspections.controller.js';
import { InspectionsRepository } from './inspections/inspections.repository.js';
import { InspectionsService } from './inspections/inspections.service.js';
import { ListingHistories } from './search/listing-histories.repository.js';
import { ListingClustersRepository } from './search/listing-clusters.repository.js';
import { ListingFacetsRepository } from './search/listing-facets.repository.js';
import { ListingsController } from './listings.controller.js';
import { ListingsRepository } from './listings.repository.js';
import { MatchingListings } from './search/matching-listings.repository.js';
import { SimilarListingsRepository } from './search/similar-listings.repository.js';
import { ListingStatisticsRepository } from './statistics/statistics.repository.js';
import { ListingsService } from './listings.service.js';

/** Listings, read-only over HTTP. */
@Module({
  imports: [ListsModule, CacheModule],
  controllers: [ListingsController, InspectionsController],
  providers: [
    ListingsService,
    ListingsRepository,
    ListingClustersRepository,
    ListingFacetsRepository,
    ListingHistories,
    MatchingListings,
    SimilarListingsRepository,
    ListingStatisticsRepository,
    InspectionsService,
    InspectionsRepository,
  ],
  exports: [ListingHistories, ListingsRepository, MatchingListings],
})
export class ListingsModule {}
