import { AccountsModule } from '@app/accounts';
import { ChangesModule } from '@app/changes';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { SearchesModule } from '@app/searches';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { DeliveryStoreRepository } from './delivery/delivery-store.repository.js';
import { HookClock } from './delivery/hook-clock.js';
import { HookLog } from './delivery/hook-log.service.js';
import { HookWorker } from './delivery/hook-worker.service.js';
import { SearchHooks } from './delivery/search-hooks.service.js';
import { SearchProgressRepository } from './delivery/search-progress.repository.js';
import { HookReplays } from './hook-replays.service.js';
import { HooksController } from './hooks.controller.js';
import { HooksModule } from './hooks.module.js';
import { HookFactsRepository } from './messages/hook-facts.repository.js';
import { HookMessages } from './messages/hook-messages.service.js';

/** Calls the hooks, and answers requests about them; in processes that serve, and not in commands. */
@Module({
  imports: [AccountsModule, ChangesModule, HooksModule, ListsModule, CacheModule, SearchesModule, WritesModule],
  controllers: [HooksController],
  providers: [
    DeliveryStoreRepository,
    HookClock,
    HookFactsRepository,
    HookMessages,
    HookLog,
    SearchHooks,
    SearchProgressRepository,
    HookWorker,
    HookReplays,
  ],
})
export class HookWorkerModule {}
