export { SnapshotCacheModule } from './snapshot-cache.module.js';
export { Snapshot } from './snapshot.decorator.js';
export { snapshotColumn, SnapshotClock } from './snapshot-clock.js';
export { CacheUntilChanged } from './response-cache.interceptor.js';
export { SnapshotCache } from './snapshot-cache.js';
export { SingleFlight } from './single-flight.js';
