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
export * from './clock/snapshot-clock.js';
export { CachedTotals } from './answers/cached-totals.js';
export { AnswersChangesCursor, Cached, CHANGES_CURSOR } from './answers/response-cache.interceptor.js';
export { PgSnapshot, type SafeHorizon } from './clock/safe-horizon.js';
export { SingleFlight } from './clock/single-flight.js';
export {
  ALL,
  cursorAfter,
  cursorOf,
  cursorParts,
  offsetAfter,
  offsetOf,
  type LogOffset,
} from './clock/changes-cursor.js';
