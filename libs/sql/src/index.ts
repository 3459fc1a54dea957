export {
  ADVISORY_LOCKS,
  lockHolderUntilCommit,
  lockSession,
  lockUntilCommit,
  tryLockSession,
  tryLockUntilCommit,
  type AdvisoryLock,
} from './advisory-locks.js';
export { batchedById } from './batched-reads.js';
export { copyIn } from './copy.js';
export { dropIndexes, ownsTables } from './drop-indexes.js';
export type { Outcome, Rejection } from './outcome.js';
export { ownersOf } from './owners-of.js';
export { isConnectionLoss } from './pool/connection-loss.js';
export { onConnection } from './pool/on-connection.js';
export { poolDriver, poolOf } from './pool/pool-driver.js';
export { DividedPool } from './pool/divided-pool.js';
export type { ServerLimits } from './pool/limited-client.js';
export { saveInTurn, type Saves } from './save.js';
export { nextIds } from './sequences.js';
export { SqlExecutor } from './sql-executor.js';
export { allOf, anyOf, join, oneOf, raw, sql, unseen, type Sql } from './tag.js';
export { upsert } from './upsert.js';
