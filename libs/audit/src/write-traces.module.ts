import { Module } from '@nestjs/common';
import { WriteTracesJob } from './write-traces.job.js';

/** Deletes expired audit entries and idempotent responses. For the service, not for commands. */
@Module({
  providers: [WriteTracesJob],
})
export class WriteTracesModule {}
