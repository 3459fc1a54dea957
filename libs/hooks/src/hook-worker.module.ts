import { AccountsModule } from '@app/accounts';
import { ChangesModule } from '@app/changes';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { SearchesModule } from '@app/searches';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { DeliveryStoreRepository } from './delivery/delivery-store.repository.js';
import { HookClock } from './delivery/hook-clock.js';
import { HookWorker } from './delivery/hook-worker.service.js';
import { MessageFillRepository } from './delivery/message-fill.repository.js';
import { MessageFill } from './delivery/message-fill.service.js';
import { MessageSender } from './delivery/message-sender.service.js';
import { HookReplays } from './hook-replays.service.js';
import { HooksController } from './hooks.controller.js';
import { HooksModule } from './hooks.module.js';
import { HookFactsRepository } from './messages/hook-facts.repository.js';
import { MatchTeller } from './matches/match-teller.service.js';
import { SearchHooksRepository } from './matches/search-hooks.repository.js';
import { SearchHooks } from './matches/search-hooks.service.js';
import { HookMessages } from './messages/hook-messages.service.js';

/** Delivers messages to hooks, and serves requests about hooks. For the service, not for commands. */
@Module({
  imports: [AccountsModule, ChangesModule, HooksModule, ListsModule, CacheModule, SearchesModule, WritesModule],
  controllers: [HooksController],
  providers: [
    DeliveryStoreRepository,
    HookClock,
    HookFactsRepository,
    HookMessages,
    MessageFillRepository,
    MessageFill,
    MessageSender,
    HookWorker,
    MatchTeller,
    SearchHooks,
    SearchHooksRepository,
    HookReplays,
  ],
})
export class HookWorkerModule {}
