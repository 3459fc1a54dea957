export {
  ADVISORY_LOCKS,
  lockHolderUntilCommit,
  lockSession,
  lockUntilCommit,
  tryLockUntilCommit,
  type AdvisoryLock,
} from './advisory-locks.js';
export { batchedById, batchedByIdFor } from './batched-reads.js';
export * from './bulk-writes.js';
export { splitByUniqueKey } from './split-by-unique-key.js';
export { isConnectionLoss } from './pool/connection-loss.js';
export { Database, databaseOf } from './pool/database.js';
export { isServerFull } from './pool/full-server.js';
export { isLockTimeout } from './pool/lock-waits.js';
export { SESSION_SETTINGS } from './pool/limited-client.js';
export { queryReplica } from './replicas/query-replica.js';
export type { PrimaryPosition } from './replicas/replicas.js';
export { poolGauges } from './pool/pool-gauges.js';
export { allSealed, fingerprintOfKey, opened, seal, sealed, type SecretsKeys, unseal, unsealBytes } from './sealed.js';
export { inSession, withSessionLock } from './session.js';
export { SqlExecutor } from './sql-executor.js';
export type { ReadKind } from './statement-names.js';
export { allOf, anyOf, anyOfIds, bytewise, Column, column, join, lower, raw, sql, Sql } from './tag.js';
