/** The kinds of lines in a bundle, in import order: each refers to earlier kinds. */
export const BUNDLE_KINDS = ['suburbs', 'accounts', 'agents', 'listings'] as const;

export type BundleKind = (typeof BUNDLE_KINDS)[number];

/** A line with its number, from 1: its value, or its fault. */
export type SourceLine =
  | { readonly line: number; readonly value: unknown; readonly bytes?: number }
  | { readonly line: number; readonly field: string; readonly problem: string };

/** Consecutive lines. */
export interface SourceChunk {
  readonly lines: readonly SourceLine[];
  /** The fraction of the source read so far, from 0 to 1; absent if unknown. */
  readonly read?: number;
}

/** Lines of one kind. */
export interface LineSource {
  /** The name in reports and errors. */
  readonly name: string;
  readonly kind: BundleKind;
  /** Lines do not replace data from other sources. */
  readonly addsOnly?: boolean;
  /** Reads from the first line, at every call. */
  open(): AsyncIterable<SourceChunk>;
}
