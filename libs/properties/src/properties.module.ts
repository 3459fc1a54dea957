import { ListingsModule } from '@app/listings';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { PropertiesController } from './properties.controller.js';
import { PropertiesRepository } from './properties.repository.js';
import { PropertiesService } from './properties.service.js';

/** Physical addresses. */
@Module({
  imports: [ListingsModule, ListsModule, CacheModule],
  controllers: [PropertiesController],
  providers: [PropertiesService, PropertiesRepository],
  exports: [PropertiesRepository],
})
export class PropertiesModule {}
