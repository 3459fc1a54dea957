export { findSources, NoBundleError } from './bundle-files.js';
export { exportBundle, type ExportedFile } from './export-bundle.js';
export { importBundle, type ImportReport } from './import-bundle.js';
export type { BadLine, FileReport, ImportProgress } from './import-report.js';
export { loadDemo } from './load-demo.js';
export { takeInListings } from './listing-intake.js';
