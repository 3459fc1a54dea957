import { PruningJob } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { AuditSettings } from './audit.settings.js';
import { WriteTracesRepository } from './write-traces.repository.js';

/** Prunes the audit log and the answers of idempotency keys. */
@Injectable()
export class WriteTracesJob extends PruningJob {
  constructor(traces: WriteTracesRepository, settings: AuditSettings) {
    super('audit', 'audit entries', () => traces.prune(settings.auditRetention));
  }
}
