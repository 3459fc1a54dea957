import { CredentialsRepository, type AuthSettings } from '@app/auth';
import type { DataSource } from 'typeorm';
import type { ImportWatch } from './import-file.js';
import type { FileReport } from './import-report.js';
import { inOrder, inTransaction, importSources } from './import-transaction.js';
import type { LineSource } from './line-source.js';
import { tidyTables } from './tidy-tables.js';

export interface ImportOptions extends ImportWatch {
  /** All or nothing, of all sources together. */
  readonly strict?: boolean;
  /** Is told of each source when its lines are in to stay. */
  readonly onFile?: (report: FileReport) => void;
}

/** What became of an import. */
export interface ImportReport {
  readonly files: readonly FileReport[];
  /** False when bad lines made a strict import leave everything as it was. */
  readonly kept: boolean;
}

/** Takes back what a strict import has written. */
class BadLines extends Error {
  constructor(readonly files: readonly FileReport[]) {
    super('Some lines are bad');
  }
}

/**
 * Brings sources into the store: suburbs, accounts, agents, listings, however they are ordered. Each is one transaction;
 * bad lines are told and left out. A strict import is one transaction as a whole, and keeps nothing when a line is bad.
 *
 * @throws what the store, a file or the signal does; the sources that `onFile` was told of are in
 */
export async function importBundle(
  dataSource: DataSource,
  settings: AuthSettings,
  sources: readonly LineSource[],
  { strict = false, onFile, ...watch }: ImportOptions = {},
): Promise<ImportReport> {
  const credentials = new CredentialsRepository(settings);
  const ordered = inOrder(sources);
  const files: FileReport[] = [];
  try {
    for (const part of strict ? [ordered] : ordered.map((source) => [source])) {
      const reports = await inTransaction(dataSource, async (store) => {
        const taken = await importSources(store, credentials, part, watch);
        if (strict && taken.some(({ rejected }) => rejected > 0)) throw new BadLines(taken);
        return taken;
      });
      for (const report of reports) onFile?.(report);
      files.push(...reports);
    }
  } catch (error) {
    if (error instanceof BadLines) return { files: error.files, kept: false };
    throw error;
  }
  await tidyTables(dataSource, files);
  return { files, kept: true };
}
