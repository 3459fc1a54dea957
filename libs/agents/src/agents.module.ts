import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller.js';
import { AgentsRepository } from './agents.repository.js';
import { AgentsService } from './agents.service.js';
import { AgentsWriter } from './agents.writer.js';

/** The people of accounts. */
@Module({
  imports: [ListsModule, CacheModule, WritesModule],
  controllers: [AgentsController],
  providers: [AgentsService, AgentsRepository, AgentsWriter],
  exports: [AgentsRepository, AgentsWriter],
})
export class AgentsModule {}
