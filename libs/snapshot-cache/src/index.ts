export { SnapshotCacheModule } from './snapshot-cache.module.js';
export {
  mayConcern,
  RESOURCES,
  type Change,
  type NarrowRow,
  type Resource,
  type RowTest,
  type Verdict,
} from './change.js';
export * from './dependence.js';
export type { LogPosition } from './change-tracker.js';
export { EndOfLog, Snapshot } from './snapshot.decorator.js';
export { CachedTotals } from './cached-totals.js';
export { life, snapshotColumn, SnapshotClock } from './snapshot-clock.js';
export { AnswersChangesCursor, CacheUntilChanged, CHANGES_CURSOR } from './response-cache.interceptor.js';
export { PgSnapshot } from './pg-snapshot.js';
export { SingleFlight } from './single-flight.js';
export { ALL, cursorAfter, cursorOf, placeAfter, placeOf, type LogPlace } from './changes-cursor.js';
export type { RecordedUpTo } from './log-end.js';
