import { ListingsWriterModule } from '@app/listings';
import { AgentsModule } from '@app/agents';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FeedRunEntity } from './entities/feed-run.entity.js';
import { ReaxmlExporter } from './export/reaxml.export.js';
import { FeedsController } from './feeds.controller.js';
import { FeedsRepository } from './feeds.repository.js';
import { FeedsService } from './feeds.service.js';
import { FeedImporter } from './intake/feed-importer.js';
import { FeedRunsRepository } from './intake/feed-runs.repository.js';

/** Import and export of feeds, and their runs. */
@Module({
  imports: [
    TypeOrmModule.forFeature([FeedRunEntity]),
    AgentsModule,
    ListingsWriterModule,
    ListsModule,
    CacheModule,
    WritesModule,
  ],
  controllers: [FeedsController],
  providers: [FeedsService, FeedsRepository, FeedRunsRepository, FeedImporter, ReaxmlExporter],
  exports: [FeedImporter, FeedRunsRepository, FeedsRepository, ReaxmlExporter],
})
export class FeedsModule {}
