import { AuditTrail, byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FeatureWriters } from './import/feature-writers.js';
import type { ImportWatch } from './import/import-file.js';
import { type FileReport, recordImport } from './import/import-report.js';
import { inOrder, inTransaction, importSources } from './import/import-transaction.js';
import type { LineSource } from './files/line-source.js';
import { tidyTables } from './import/tidy-tables.js';

export interface ImportOptions extends ImportWatch {
  /** Import all sources in one transaction, or nothing. */
  readonly strict?: boolean;
  /** Imports nothing, but returns the same report. */
  readonly isDryRun?: boolean;
  /** The command name for the audit log; default: `import`. */
  readonly command?: string;
  /** Called for each source after its lines were committed. */
  readonly onFile?: (report: FileReport) => void;
}

/** The result of an import. */
export interface ImportReport {
  readonly files: readonly FileReport[];
  /** False if nothing was committed: a dry run, or bad lines in a strict import. */
  readonly kept: boolean;
}

/** Rolls back the transaction of a dry run, or of a strict import. */
class NotKept extends Error {
  constructor(readonly files: readonly FileReport[]) {
    super('Nothing is committed');
  }
}

/** Imports bundles. */
@Injectable()
export class BundleImporter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writers: FeatureWriters,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Imports sources in the order suburbs, accounts, agents, listings, regardless of the given order. Each source is one
   * transaction; bad lines are reported and skipped. A strict import is a single transaction, which is rolled back if a
   * line is bad; a dry run is always rolled back.
   * @throws any error of the database, a file or the signal; sources reported by `onFile` are committed
   */
  async import(
    sources: readonly LineSource[],
    { strict = false, isDryRun = false, command = 'import', onFile, ...watch }: ImportOptions = {},
  ): Promise<ImportReport> {
    const ordered = inOrder(sources);
    const files: FileReport[] = [];
    try {
      for (const part of strict || isDryRun ? [ordered] : ordered.map((source) => [source])) {
        const reports = await inTransaction(this.dataSource, async (executor) => {
          const taken = await importSources(executor, this.writers, part, watch);
          if (isDryRun || (strict && taken.some(({ rejected }) => rejected > 0))) throw new NotKept(taken);
          await recordImport(this.trail, executor, byCommand(command), taken);
          return taken;
        });
        for (const report of reports) onFile?.(report);
        files.push(...reports);
      }
    } catch (error) {
      if (error instanceof NotKept) return { files: error.files, kept: false };
      throw error;
    }
    await tidyTables(this.dataSource, files);
    return { files, kept: true };
  }
}
