import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.writer.js';
import { IdempotentAnswersRepository } from './idempotency/idempotent-answers.repository.js';
import { IdempotentRequests } from './idempotency/idempotent-requests.js';
import { Writes } from './writes.js';

/** Transactions of writes, audit entries and idempotency keys. */
@Module({
  providers: [AuditTrail, Writes, IdempotentAnswersRepository, IdempotentRequests],
  exports: [AuditTrail, Writes, IdempotentRequests],
})
export class WritesModule {}
