export { SnapshotCacheModule } from './snapshot-cache.module.js';
export { mayConcern, RESOURCES, type Change, type NarrowRow, type Resource, type RowTest } from './change.js';
export * from './dependence.js';
export type { LogPosition } from './change-tracker.js';
export { Snapshot } from './snapshot.decorator.js';
export { changesSince, life, snapshotColumn, SnapshotClock } from './snapshot-clock.js';
export { CacheUntilChanged } from './response-cache.interceptor.js';
export { SnapshotCache } from './snapshot-cache.js';
export { SingleFlight } from './single-flight.js';
