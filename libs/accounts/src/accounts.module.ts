import { AuthModule } from '@app/auth';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountsService } from './accounts.service.js';
import { AccountsWriter } from './accounts.writer.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { HookTargets } from './hooks/hook-targets.js';

/** Agency websites. */
@Module({
  imports: [AuthModule, ListsModule, CacheModule, WritesModule],
  controllers: [AccountsController, CredentialsController],
  providers: [HookTargets, AccountsService, AccountsRepository, AccountsWriter, CredentialsService],
  exports: [AccountsRepository, AccountsWriter, CredentialsService, HookTargets],
})
export class AccountsModule {}
