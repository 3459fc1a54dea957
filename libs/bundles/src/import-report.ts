import type { BundleKind } from './line-source.js';

/** A line that did not go in. */
export interface BadLine {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** What a line can come to. */
export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'repeated', 'rejected'] as const;

/** How many lines came to what. */
export type Tally = Record<(typeof IMPORT_OUTCOMES)[number], number>;

/** What became of a file. */
export interface FileReport extends Tally {
  readonly file: string;
  readonly thing: BundleKind;
  readonly seconds: number;
}

/** How far a file is. */
export interface ImportProgress {
  readonly file: string;
  /** Lines that have been dealt with. */
  readonly lines: number;
  /** How much of the file has been read, from 0 to 1; absent where nobody knows. */
  readonly read?: number;
}

export const emptyTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0, repeated: 0, rejected: 0 });

/** Every line that was counted. */
export const linesOf = (tally: Tally): number => IMPORT_OUTCOMES.reduce((sum, outcome) => sum + tally[outcome], 0);
