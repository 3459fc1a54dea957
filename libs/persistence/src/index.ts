export { createDataSource } from './data-source.js';
export { followUrlFiles } from './follow-url-files.js';
export { migrate } from './migrate.js';
export { reseal, type Resealed } from './reseal.writer.js';
export { PersistenceModule } from './persistence.module.js';
export { laterSchema, readiness, schemaFault, type Readiness } from './readiness.js';
export { serverGauges } from './server-gauges.js';
export { waitForDatabase } from './wait-for-database.js';
