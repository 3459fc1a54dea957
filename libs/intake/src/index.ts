export { generatedSource, ndjsonSource, suburbsCsvSource } from './file-source.js';
export { importBundle, type ImportOptions, type ImportReport } from './import-bundle.js';
export type { BadLine, FileReport, ImportProgress, Tally } from './import-report.js';
export { THINGS, type LineSource, type Thing } from './line-source.js';
export { takeInListings } from './listing-intake.js';
