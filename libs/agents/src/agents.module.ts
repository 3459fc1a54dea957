import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller.js';
import { AgentsRepository } from './agents.repository.js';
import { AgentsService } from './agents.service.js';

@Module({ controllers: [AgentsController], providers: [AgentsService, AgentsRepository] })
export class AgentsModule {}
