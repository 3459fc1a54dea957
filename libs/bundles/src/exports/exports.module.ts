import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.js';
import { ExportsRepository } from './exports.repository.js';
import { ExportsService } from './exports.service.js';

/** Whole lists as files of a bundle (B12). */
@Module({
  imports: [CacheModule],
  controllers: [ExportsController],
  providers: [ExportsService, ExportsRepository],
  exports: [ExportsService],
})
export class ExportsModule {}
