import { AuthModule } from '@app/auth';
import { SETTINGS } from '@app/config';
import { ListsModule } from '@app/lists';
import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { AuditSettings } from './audit.settings.js';
import { WriteTracesKeeper } from './write-traces.keeper.js';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Who has done what: read, and kept for a while. */
@Module({
  imports: [AuthModule, ListsModule, SnapshotCacheModule],
  controllers: [AuditController],
  providers: [
    { provide: AuditSettings, useFactory: (settings: AuditSettings) => settings, inject: [SETTINGS] },
    AuditService,
    AuditRepository,
    WriteTracesRepository,
    WriteTracesKeeper,
  ],
})
export class AuditModule {}
