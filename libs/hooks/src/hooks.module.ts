import { AccountsModule, HookTargets } from '@app/accounts';
import { AuthModule } from '@app/auth';
import { ListsModule } from '@app/lists';
import { CacheModule } from '@app/cache';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { HookCommandsRepository } from './hook-commands.repository.js';
import { HooksRepository } from './hooks.repository.js';
import { HooksService } from './hooks.service.js';
import { HooksWriter } from './hooks.writer.js';
import { HookSender } from './sending/hook.sender.js';
import { UndiciHookSender } from './sending/undici-hook.sender.js';
import { ReceivingHosts } from './sending/receiving-hosts.js';
import { HookSigner } from './signing/hook.signer.js';

/** Reads and changes the hooks of accounts, to which changes are delivered (ADR 20). */
@Module({
  imports: [AccountsModule, AuthModule, ListsModule, CacheModule, WritesModule],
  providers: [
    { provide: HookSender, useFactory: (targets: HookTargets) => new UndiciHookSender(targets), inject: [HookTargets] },
    ReceivingHosts,
    HookSigner,
    HookCommandsRepository,
    HooksRepository,
    HooksService,
    HooksWriter,
  ],
  exports: [HookSender, ReceivingHosts, HookSigner, HookCommandsRepository, HooksService],
})
export class HooksModule {}
