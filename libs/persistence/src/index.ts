export { asInstant, asNumber } from './column-transformers.js';
export { dataSourceOptions, inSession, type DataSourceSettings } from './data-source.js';
export { migrate } from './migrate.js';
export { PersistenceModule } from './persistence.module.js';
export { withSessionLock } from './session-lock.js';
export { laterSchema, readiness, schemaFault, type Readiness } from './readiness.js';
export { waitForDatabase } from './wait-for-database.js';
export { seal, unseal } from './sealed.js';
