import { SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { AuditSettings } from './audit.settings.js';
import { WriteTracesKeeper } from './write-traces.keeper.js';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Keeps what writes leave behind for a while; for the service, not for commands. */
@Module({
  providers: [
    { provide: AuditSettings, useFactory: (settings: AuditSettings) => settings, inject: [SETTINGS] },
    WriteTracesRepository,
    WriteTracesKeeper,
  ],
})
export class WriteTracesModule {}
