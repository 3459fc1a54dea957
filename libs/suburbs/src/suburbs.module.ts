import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { SuburbsController } from './suburbs.controller.js';
import { SuburbsRepository } from './suburbs.repository.js';
import { SuburbsService } from './suburbs.service.js';
import { SuburbsWriter } from './suburbs.writer.js';

/** The reference of suburbs. */
@Module({
  imports: [ListsModule, CacheModule],
  controllers: [SuburbsController],
  providers: [SuburbsService, SuburbsRepository, SuburbsWriter],
  exports: [SuburbsWriter],
})
export class SuburbsModule {}
