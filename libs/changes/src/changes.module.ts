import { AccountsModule } from '@app/accounts';
import { AgentsModule } from '@app/agents';
import { AuthModule } from '@app/auth';
import { ListingsModule } from '@app/listings';
import { PropertiesModule } from '@app/properties';
import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { ChangeDaysJob } from './change-days.job.js';
import { ChangeDaysRepository } from './change-days.repository.js';
import { ChangeDocuments } from './change-documents.repository.js';
import { ChangeEntries } from './change-entries.service.js';
import { ChangeStreams } from './change-streams.service.js';
import { ChangesController } from './changes.controller.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangesService } from './changes.service.js';
import { LogHistoryRepository } from './log-history.repository.js';
import { OpenTransactionsJob } from './open-transactions.job.js';
import { ShownListingsRepository } from './shown-listings.repository.js';

/** The log of changes: what happened to every resource (ADR 19). */
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
    ChangesService,
    ChangeStreams,
  ],
  exports: [ChangesRepository, ChangeEntries, ChangesService, LogHistoryRepository],
})
export class ChangesModule {}
