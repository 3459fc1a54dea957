import type { BundleKind } from './line-source.js';

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
  /** Part of the file that has been read, from 0 to 1; absent when not known. */
  readonly read?: number;
}

export const emptyTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0, repeated: 0, rejected: 0 });

/** Total number of lines. */
export const linesOf = (tally: Tally): number => IMPORT_OUTCOMES.reduce((sum, outcome) => sum + tally[outcome], 0);
