import { SETTINGS } from '@app/config';
import { Module } from '@nestjs/common';
import { AuditSettings } from './audit.settings.js';
import { WriteTracesJob } from './write-traces.job.js';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Keeps what writes leave behind for a while; for the service, not for commands. */
@Module({
  providers: [
    { provide: AuditSettings, useFactory: (settings: AuditSettings) => settings, inject: [SETTINGS] },
    WriteTracesRepository,
    WriteTracesJob,
  ],
})
export class WriteTracesModule {}
