export { type EmbeddedServer, type EmbeddedServerOptions, startEmbeddedServer } from './embedded-server.js';
export { hasEmbeddedServer } from './server-binaries.js';
export type { ServiceDatabase } from './service-database.js';
export type { ServerSettings } from './server-settings.js';
