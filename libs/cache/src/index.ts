export { AnswerCache } from './bodies/answer-cache.js';
export { CacheModule } from './cache.module.js';
export {
  haveSame,
  mayMatch,
  movesCount,
  RESOURCES,
  type Change,
  type NarrowRow,
  type Resource,
  type MatchesRow,
  type RowMatch,
} from './invalidation/change.js';
export * from './invalidation/dependencies.js';
export type { LogPosition } from './clock/change-tracker.js';
export { CurrentSafeHorizon, Snapshot } from './clock/snapshot.decorator.js';
export { CachedTotals } from './answers/cached-totals.js';
export { serverIncarnation, snapshotColumn, SnapshotClock } from './clock/snapshot-clock.js';
export { AnswersChangesCursor, Cached, CHANGES_CURSOR } from './answers/response-cache.interceptor.js';
export { PgSnapshot } from './clock/pg-snapshot.js';
export { SingleFlight } from './clock/single-flight.js';
export { ALL, cursorAfter, cursorOf, offsetAfter, offsetOf, type LogOffset } from './clock/changes-cursor.js';
export type { SafeHorizon } from './clock/safe-horizon.js';
