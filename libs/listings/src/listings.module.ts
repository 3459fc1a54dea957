import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { InspectionsController } from './inspections/inspections.controller.js';
import { InspectionsRepository } from './inspections/inspections.repository.js';
import { InspectionsService } from './inspections/inspections.service.js';
import { ListingHistories } from './history/listing-histories.repository.js';
import { ListingClustersRepository } from './clusters/listing-clusters.repository.js';
import { ListingFacetsRepository } from './facets/listing-facets.repository.js';
import { ListingsController } from './listings.controller.js';
import { ListingsRepository } from './listings.repository.js';
import { MatchingListings } from './matching/matching-listings.repository.js';
import { SimilarListingsRepository } from './similar/similar-listings.repository.js';
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
