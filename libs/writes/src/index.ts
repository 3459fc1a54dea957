export {
  AUDIT_ACTIONS,
  AUDIT_RESOURCES,
  type AuditAction,
  type AuditEntry,
  type AuditResource,
  changedPaths,
} from './audit-entry.js';
export { AuditTrail } from './audit-trail.writer.js';
export { byCommand, credentialOf, provenKeys, type Author, type CommandAuthor } from './author.js';
export { AuditEntryEntity } from './entities/audit-entry.entity.js';
export { IdempotentAnswerEntity } from './entities/idempotent-answer.entity.js';
export { IDEMPOTENCY_KEY, idempotencyKeyOf, type KeyOfCredential } from './idempotency/idempotency-key.js';
export { IdempotencyInterceptor, Post } from './idempotency/idempotency.interceptor.js';
export { PruningJob, RecurringJob } from './recurring.job.js';
export { WritesModule } from './writes.module.js';
export { Writes, type Audit } from './writes.js';
