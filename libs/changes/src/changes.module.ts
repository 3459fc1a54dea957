import { AccountsModule } from '@app/accounts';
import { AgentsModule } from '@app/agents';
import { AuthModule } from '@app/auth';
import { ListingsModule } from '@app/listings';
import { PropertiesModule } from '@app/properties';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { ChangeDaysJob } from './log/change-days.job.js';
import { ChangeDaysRepository, LogHistoryRepository } from './log/log-history.repository.js';
import { ChangeDocuments } from './documents/change-documents.repository.js';
import { HiddenChanges } from './documents/hidden-changes.repository.js';
import { ChangeEntries } from './change-entries.service.js';
import { ChangeStreams } from './streams/change-streams.service.js';
import { ChangesController } from './changes.controller.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangesService } from './changes.service.js';
import { OpenTransactionsJob } from './log/open-transactions.job.js';
import { ShownListingsRepository } from './documents/shown-listings.repository.js';

/** The change feed: committed changes of every resource (ADR 14). */
@Module({
  imports: [AccountsModule, AgentsModule, AuthModule, ListingsModule, PropertiesModule, CacheModule],
  controllers: [ChangesController],
  providers: [
    ChangeDaysRepository,
    ChangeDaysJob,
    ChangesRepository,
    LogHistoryRepository,
    OpenTransactionsJob,
    ShownListingsRepository,
    ChangeEntries,
    ChangeDocuments,
    HiddenChanges,
    ChangesService,
    ChangeStreams,
  ],
  exports: [ChangesRepository, ChangeEntries, ChangesService, LogHistoryRepository],
})
export class ChangesModule {}
