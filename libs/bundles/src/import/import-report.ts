import type { SqlExecutor } from '@app/sql';
import type { AuditResource, AuditTrail, CommandAuthor } from '@app/writes';
import type { BundleKind } from '../files/line-source.js';

/** A line that was not imported. */
export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** The possible outcomes of a line. */
export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'repeated', 'rejected'] as const;

/** Number of lines by outcome. */
export type Tally = Record<(typeof IMPORT_OUTCOMES)[number], number>;

/** The result of importing a file. */
export interface FileReport extends Tally {
  readonly file: string;
  readonly kind: BundleKind;
  readonly seconds: number;
}

/** Progress within a file. */
export interface ImportProgress {
  readonly file: string;
  /** Lines processed so far. */
  readonly lines: number;
  /** The fraction of the file read so far, from 0 to 1; absent if unknown. */
  readonly read?: number;
  /** All lines are processed, and the indexes of a first load are created. */
  readonly isIndexing?: boolean;
}

export const emptyTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0, repeated: 0, rejected: 0 });

/** Total number of lines. */
export const linesOf = (tally: Tally): number => IMPORT_OUTCOMES.reduce((sum, outcome) => sum + tally[outcome], 0);

const RESOURCES: Readonly<Record<BundleKind, AuditResource>> = {
  suburbs: 'suburb',
  accounts: 'account',
  agents: 'agent',
  listings: 'listing',
};

/** Records the files that changed something, with their counts, in the transaction of their import. */
export async function recordImport(
  trail: AuditTrail,
  executor: SqlExecutor,
  author: CommandAuthor,
  files: readonly FileReport[],
): Promise<void> {
  for (const file of files.filter(({ created, updated }) => created + updated > 0)) {
    const counts = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, file[outcome]]));
    const of = { resource: RESOURCES[file.kind], id: null, websiteID: null };
    await trail.record(executor, author, { action: 'import', ...of, counts });
  }
}
