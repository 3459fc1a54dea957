import { Module } from '@nestjs/common';
import { WriteTracesJob } from './write-traces.job.js';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Keeps what writes leave behind for a while; for the service, not for commands. */
@Module({
  providers: [WriteTracesRepository, WriteTracesJob],
})
export class WriteTracesModule {}
