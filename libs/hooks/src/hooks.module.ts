import { SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { HookCommandsRepository } from './hook-commands.repository.js';
import { HookSettings } from './hooks.settings.js';
import { HookSender } from './sending/hook.sender.js';
import { HookTargets } from './sending/hook-targets.js';
import { UndiciHookSender } from './sending/undici-hook.sender.js';
import { HookSigner } from './signing/hook.signer.js';

/** Deliveries of changes to the endpoints of accounts (ADR 37). */
@Module({
  providers: [
    { provide: HookSettings, useFactory: (settings: HookSettings) => settings, inject: [SETTINGS] },
    HookTargets,
    { provide: HookSender, useFactory: (targets: HookTargets) => new UndiciHookSender(targets), inject: [HookTargets] },
    HookSigner,
    HookCommandsRepository,
  ],
  exports: [HookSender, HookSigner, HookCommandsRepository],
})
export class HooksModule {}
