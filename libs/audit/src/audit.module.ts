import { AuthModule } from '@app/auth';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** The audit log: who changed which resource, and when. */
@Module({
  imports: [AuthModule, ListsModule, CacheModule],
  controllers: [AuditController],
  providers: [AuditService, AuditRepository],
})
export class AuditModule {}
