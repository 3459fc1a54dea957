import { Module } from '@nestjs/common';
import { ShutdownModule } from '../shutdown/shutdown.module.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [ShutdownModule], controllers: [HealthController] })
export class HealthModule {}
