import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { AddressesRepository } from './addresses.repository.js';
import { KeptPlaces } from './kept-places.js';
import { PlacesRepository } from './places.repository.js';
import { SuggestionsController } from './suggestions.controller.js';
import { SuggestionsService } from './suggestions.service.js';

/** Suggestions of places and addresses. */
@Module({
  imports: [CacheModule],
  controllers: [SuggestionsController],
  providers: [SuggestionsService, KeptPlaces, PlacesRepository, AddressesRepository],
  exports: [KeptPlaces],
})
export class SuggestionsModule {}
