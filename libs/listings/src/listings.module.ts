import { AccountsModule } from '@app/accounts';
import { AgentsModule } from '@app/agents';
import { ListsModule } from '@app/lists';
import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { ListingCards } from './listing-cards.repository.js';
import { ListingFacetsRepository } from './listing-facets.repository.js';
import { ListingItems } from './listing-items.repository.js';
import { ListingViews } from './listing-views.js';
import { ListingSingles } from './listing-singles.js';
import { ListingsController } from './listings.controller.js';
import { ListingsRepository } from './listings.repository.js';
import { ListingsService } from './listings.service.js';
import { PublicListingSingles, PublicListingsRepository, publicSingles } from './public-listings.repository.js';

/** Listings, read-only over HTTP. */
@Module({
  imports: [AccountsModule, AgentsModule, ListsModule, SnapshotCacheModule],
  controllers: [ListingsController],
  providers: [
    ListingsService,
    ListingsRepository,
    ListingFacetsRepository,
    PublicListingsRepository,
    ListingItems,
    ListingCards,
    ListingViews,
    ListingSingles,
    publicSingles,
  ],
  exports: [ListingViews, ListingSingles, ListingsRepository, PublicListingSingles],
})
export class ListingsModule {}
