export { type EmbeddedServer, type EmbeddedServerOptions, startEmbeddedServer } from './embedded/embedded-server.js';
export type { ServerSettings } from './embedded/server-settings.js';
export { copyIn } from './copy.js';
export { dataSourceOptions, type DataSourceSettings } from './data-source.js';
export { isMigrated, migrate } from './migrate.js';
export { dropIndexes } from './drop-indexes.js';
export type { Outcome, Rejection } from './outcome.js';
export { saveInTurn, type Saves } from './save.js';
export { nextIds, ownersOf, select, selectPrepared, upsert, write, type Store } from './store.js';
