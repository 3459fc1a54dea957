import { SETTINGS, type Settings } from '@app/config';
import { PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Prunes the audit log and the stored responses of idempotency keys. */
@Injectable()
export class WriteTracesJob extends PruningJob {
  constructor(traces: WriteTracesRepository, @Inject(SETTINGS) settings: Settings) {
    super('audit', 'audit entries', () => traces.prune(settings.auditRetention));
  }
}
