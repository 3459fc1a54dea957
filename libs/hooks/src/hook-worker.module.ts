import { ChangesModule } from '@app/changes';
import { SETTINGS } from '@app/config';
import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { HookBookRepository } from './delivery/hook-book.repository.js';
import { HookClock } from './delivery/hook-clock.js';
import { HookLog } from './delivery/hook-log.service.js';
import { HookWorker } from './delivery/hook-worker.service.js';
import { HookWorkerSettings } from './hook-worker.settings.js';
import { HooksModule } from './hooks.module.js';
import { HookFactsRepository } from './messages/hook-facts.repository.js';
import { HookMessages } from './messages/hook-messages.service.js';

/** Calls the hooks; in processes that serve, and not in commands. */
@Module({
  imports: [ChangesModule, HooksModule, SnapshotCacheModule],
  providers: [
    { provide: HookWorkerSettings, useFactory: (settings: HookWorkerSettings) => settings, inject: [SETTINGS] },
    HookBookRepository,
    HookClock,
    HookFactsRepository,
    HookMessages,
    HookLog,
    HookWorker,
  ],
})
export class HookWorkerModule {}
