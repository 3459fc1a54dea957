import { AuthModule } from '@app/auth';
import { CacheModule } from '@app/cache';
import { ChangesModule } from '@app/changes';
import { ListingsModule } from '@app/listings';
import { ListsModule } from '@app/lists';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { ListingChanges } from './matching/listing-changes.repository.js';
import { NewMatchesReader } from './matching/new-matches.service.js';
import { SearchIndex } from './matching/search-index.service.js';
import { SearchMatches } from './matching/search-matches.service.js';
import { SearchesController } from './searches.controller.js';
import { SearchesRepository } from './searches.repository.js';
import { SearchesService } from './searches.service.js';
import { SearchesWriter } from './searches.writer.js';

/** Saved searches, and what they match (ADR 54). */
@Module({
  imports: [AuthModule, CacheModule, ChangesModule, ListingsModule, ListsModule, WritesModule],
  controllers: [SearchesController],
  providers: [
    SearchesRepository,
    SearchesService,
    SearchesWriter,
    ListingChanges,
    SearchMatches,
    SearchIndex,
    NewMatchesReader,
  ],
  exports: [NewMatchesReader],
})
export class SearchesModule {}
