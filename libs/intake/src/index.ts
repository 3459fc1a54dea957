export { findSources } from './bundle-files.js';
export { exportBundle, type ExportedFile } from './export-bundle.js';
export { generatedSource } from './file-source.js';
export { importBundle, type ImportReport } from './import-bundle.js';
export { linesOf, OUTCOMES, type BadLine, type FileReport, type ImportProgress } from './import-report.js';
export { THINGS, type Thing } from './line-source.js';
export { takeInListings } from './listing-intake.js';
export { loadDemo } from './load-demo.js';
