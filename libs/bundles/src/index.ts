export { BatchWriter } from './import/import-file.js';
export { findSources } from './files/bundle-files.js';
export { BundleExporter, type ExportedFile } from './bundle-exporter.js';
export { BundleImporter, type ImportReport } from './bundle-importer.js';
export { BundlesModule } from './bundles.module.js';
export { DemoLoader, type DemoOptions } from './demo-loader.js';
export { FeatureWriters } from './import/feature-writers.js';
export { bytesSource, generatedSource } from './files/file-source.js';
export {
  linesOf,
  IMPORT_OUTCOMES,
  type BadLine,
  type FileReport,
  type ImportProgress,
} from './import/import-report.js';
export { BUNDLE_KINDS, type BundleKind } from './files/line-source.js';
export { inTransaction } from './import/import-transaction.js';
export type { EndLine } from './files/ndjson-lines.js';
export type { LineSet } from './files/read-lines.js';
export { findServiceUrl, recordServiceUrl } from './service-address.js';
export { tidyTables } from './import/tidy-tables.js';
export type { ExportFormat } from './exports/export-format.js';
export { ExportsModule } from './exports/exports.module.js';
export { ExportsService } from './exports/exports.service.js';
