import { SETTINGS } from '@app/config';
import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { ChangeDaysKeeper } from './change-days.keeper.js';
import { ChangeDaysRepository } from './change-days.repository.js';
import { ChangesController } from './changes.controller.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangesService } from './changes.service.js';
import { ChangesSettings } from './changes.settings.js';

/** The log of changes: what happened to every resource (ADR 23). */
@Module({
  imports: [SnapshotCacheModule],
  controllers: [ChangesController],
  providers: [
    { provide: ChangesSettings, useFactory: (settings: ChangesSettings) => settings, inject: [SETTINGS] },
    ChangeDaysRepository,
    ChangeDaysKeeper,
    ChangesRepository,
    ChangesService,
  ],
})
export class ChangesModule {}
