import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { AgentCards, AgentNames, PublicAgentCards } from './agent-texts.repository.js';
import { AgentsController } from './agents.controller.js';
import { AgentsRepository } from './agents.repository.js';
import { AgentsService } from './agents.service.js';
import { AgentsWriter } from './agents.writer.js';

/** The people of accounts. */
@Module({
  imports: [ListsModule, CacheModule, WritesModule],
  controllers: [AgentsController],
  providers: [AgentsService, AgentsRepository, AgentsWriter, AgentNames, AgentCards, PublicAgentCards],
  exports: [AgentsRepository, AgentsWriter, AgentNames, AgentCards, PublicAgentCards],
})
export class AgentsModule {}
