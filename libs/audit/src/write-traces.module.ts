import { Module } from '@nestjs/common';
import { WriteTracesJob } from './write-traces.job.js';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Deletes expired audit entries and idempotent responses. For the service, not for commands. */
@Module({
  providers: [WriteTracesRepository, WriteTracesJob],
})
export class WriteTracesModule {}
