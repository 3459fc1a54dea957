import { Module } from '@nestjs/common';
import { SuburbsController } from './suburbs.controller.js';
import { SuburbsRepository } from './suburbs.repository.js';
import { SuburbsService } from './suburbs.service.js';

@Module({ controllers: [SuburbsController], providers: [SuburbsService, SuburbsRepository] })
export class SuburbsModule {}
