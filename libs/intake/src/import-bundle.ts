import { CredentialsRepository, type AuthSettings } from '@app/auth';
import type { DataSource, EntityManager } from 'typeorm';
import { FileImport, type ImportWatch } from './import-file.js';
import { changesOf, type FileReport } from './import-report.js';
import { INTAKES } from './intakes.js';
import { THINGS, type LineSource } from './line-source.js';
import { tidyTables } from './tidy-tables.js';

/** After so many changes the planner is told and free space is noted; fewer are left to PostgreSQL's own care. */
const MANY_CHANGES = 1_000;

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
  const ordered = sources.toSorted((a, b) => THINGS.indexOf(a.thing) - THINGS.indexOf(b.thing));
  const files: FileReport[] = [];
  try {
    for (const part of strict ? [ordered] : ordered.map((source) => [source])) {
      const reports = await inTransaction(dataSource, async (store) => {
        const taken: FileReport[] = [];
        for (const source of part) taken.push(await takeIn(source, new FileImport(source, watch, store, credentials)));
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
  const busy = files.filter((file) => changesOf(file) >= MANY_CHANGES);
  await tidyTables(
    dataSource,
    busy.flatMap(({ thing }) => INTAKES[thing].tables),
  );
  return { files, kept: true };
}

async function takeIn({ name, thing }: LineSource, file: FileImport): Promise<FileReport> {
  const begun = performance.now();
  const tally = await file.run();
  return { file: name, thing, ...tally, seconds: (performance.now() - begun) / 1000 };
}

/** However long it takes: a statement's time is limited for requests. */
function inTransaction<T>(dataSource: DataSource, work: (store: EntityManager) => Promise<T>): Promise<T> {
  return dataSource.transaction(async (store) => {
    await store.query('SET LOCAL statement_timeout = 0');
    return work(store);
  });
}
