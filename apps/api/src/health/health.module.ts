import { SuggestionsModule } from '@app/suggestions';
import { Module } from '@nestjs/common';
import { ShutdownModule } from '../shutdown/shutdown.module.js';
import { HealthController } from './health.controller.js';
import { HealthRepository } from './health.repository.js';

@Module({
  imports: [ShutdownModule, SuggestionsModule],
  controllers: [HealthController],
  providers: [HealthRepository],
})
export class HealthModule {}
