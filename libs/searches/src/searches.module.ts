import { AuthModule } from '@app/auth';
import { CacheModule } from '@app/cache';
import { ChangesModule } from '@app/changes';
import { ListingsModule } from '@app/listings';
import { ListsModule } from '@app/lists';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { ListingChanges } from './matching/listing-changes.repository.js';
import { MatchJudge } from './matching/match-judge.service.js';
import { NewMatchesReader } from './matching/new-matches.service.js';
import { QueryKeys } from './matching/query-keys.service.js';
import { SearchMatches } from './matching/search-matches.service.js';
import { OldSearchesJob } from './old-searches.job.js';
import { SearchRekeying } from './matching/search-rekeying.service.js';
import { SearchesController } from './searches.controller.js';
import { SearchesRepository } from './searches.repository.js';
import { SearchesService } from './searches.service.js';
import { SearchesWriter } from './searches.writer.js';

/** Saved searches and their matches (ADR 40). */
@Module({
  imports: [AuthModule, CacheModule, ChangesModule, ListingsModule, ListsModule, WritesModule],
  controllers: [SearchesController],
  providers: [
    SearchesRepository,
    SearchesService,
    SearchesWriter,
    ListingChanges,
    MatchJudge,
    QueryKeys,
    OldSearchesJob,
    SearchRekeying,
    SearchMatches,
    NewMatchesReader,
  ],
  exports: [NewMatchesReader, SearchesRepository, SearchRekeying],
})
export class SearchesModule {}
