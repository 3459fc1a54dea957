import { SqlExecutor } from '@app/sql';
import type { DataSource } from 'typeorm';
import type { FeatureWriters } from './feature-writers.js';
import { FileImport, type ImportWatch } from './import-file.js';
import type { FileReport } from './import-report.js';
import { BUNDLE_KINDS, type LineSource } from '../files/line-source.js';

/** Importing a source failed because of the source or the database; its transaction was rolled back. */
class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(file: string, cause: unknown) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Runs `work` in a transaction without a statement timeout. */
export function inTransaction<T>(dataSource: DataSource, work: (executor: SqlExecutor) => Promise<T>): Promise<T> {
  return SqlExecutor.of(dataSource).longTransaction(work);
}

/** The sources in the order of their references: each after the kinds that it refers to. */
export function inOrder(sources: readonly LineSource[]): LineSource[] {
  return sources.toSorted((a, b) => BUNDLE_KINDS.indexOf(a.kind) - BUNDLE_KINDS.indexOf(b.kind));
}

/**
 * Imports sources sequentially, inside a transaction.
 * @throws ImportError, or the reason of the signal
 */
export async function importSources(
  executor: SqlExecutor,
  writers: FeatureWriters,
  sources: readonly LineSource[],
  watch: ImportWatch,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const source of sources) {
    const begun = performance.now();
    const tally = await new FileImport(source, watch, executor, writers).run().catch((error: unknown) => {
      watch.signal?.throwIfAborted();
      throw new ImportError(source.name, error);
    });
    const seconds = (performance.now() - begun) / 1000;
    reports.push({ file: source.name, kind: source.kind, ...tally, seconds });
  }
  return reports;
}
