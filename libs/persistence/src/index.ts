export { dataSourceOptions, inSession, type DataSourceSettings } from './data-source.js';
export { migrate } from './migrate.js';
export { readiness, type Readiness } from './readiness.js';
