import { AuditTrail, type CommandAuthor } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FeatureWriters } from './feature-writers.js';
import type { ImportWatch } from './import-file.js';
import type { FileReport } from './import-report.js';
import { inOrder, inTransaction, importSources } from './import-transaction.js';
import type { LineSource } from './line-source.js';
import { recordImport } from './record-import.js';
import { tidyTables } from './tidy-tables.js';

export interface ImportOptions extends ImportWatch {
  /** Import all sources in one transaction, or nothing. */
  readonly strict?: boolean;
  /** Called for each source when its lines are committed. */
  readonly onFile?: (report: FileReport) => void;
}

/** The result of an import. */
export interface ImportReport {
  readonly files: readonly FileReport[];
  /** False when bad lines made a strict import roll back. */
  readonly kept: boolean;
}

/** Rolls back the transaction of a strict import. */
class BadLines extends Error {
  constructor(readonly files: readonly FileReport[]) {
    super('Some lines are bad');
  }
}

const AUTHOR: CommandAuthor = { role: 'operator', command: 'import' };

/** Imports bundles. */
@Injectable()
export class BundleImporter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writers: FeatureWriters,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Imports sources in the order suburbs, accounts, agents, listings, whatever order they are given in. Each is one
   * transaction; bad lines are reported and skipped. A strict import is a single transaction, which is rolled back when
   * a line is bad.
   *
   * @throws any error of the database, a file or the signal; the sources reported by `onFile` are committed
   */
  async import(
    sources: readonly LineSource[],
    { strict = false, onFile, ...watch }: ImportOptions = {},
  ): Promise<ImportReport> {
    const ordered = inOrder(sources);
    const files: FileReport[] = [];
    try {
      for (const part of strict ? [ordered] : ordered.map((source) => [source])) {
        const reports = await inTransaction(this.dataSource, async (executor) => {
          const taken = await importSources(executor, this.writers, part, watch);
          if (strict && taken.some(({ rejected }) => rejected > 0)) throw new BadLines(taken);
          await recordImport(this.trail, executor, AUTHOR, taken);
          return taken;
        });
        for (const report of reports) onFile?.(report);
        files.push(...reports);
      }
    } catch (error) {
      if (error instanceof BadLines) return { files: error.files, kept: false };
      throw error;
    }
    await tidyTables(this.dataSource, files);
    return { files, kept: true };
  }
}
