export { type EmbeddedServer, type EmbeddedServerOptions, startEmbeddedServer } from './embedded/embedded-server.js';
export { hasEmbeddedServer } from './embedded/server-binaries.js';
export type { ServerSettings } from './embedded/server-settings.js';
export { copyIn } from './copy.js';
export { dataSourceOptions, inSession, withoutTimeLimit, type DataSourceSettings } from './data-source.js';
export { migrate } from './migrate.js';
export { readiness, type Readiness } from './readiness.js';
export { dropIndexes, ownsTables } from './drop-indexes.js';
export type { Outcome, Rejection } from './outcome.js';
export { saveInTurn, type Saves } from './save.js';
export {
  nextIds,
  ownersOf,
  select,
  selectPrepared,
  selectReserved,
  transact,
  upsert,
  write,
  type Store,
} from './store.js';
