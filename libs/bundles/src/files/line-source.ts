/** The kinds of lines in a bundle, in import order: each refers to those before it. */
export const BUNDLE_KINDS = ['suburbs', 'accounts', 'agents', 'listings'] as const;

export type BundleKind = (typeof BUNDLE_KINDS)[number];

/** A line by its number, from 1: its value, or its fault. */
export type SourceLine =
  | { readonly line: number; readonly value: unknown; readonly bytes?: number }
  | { readonly line: number; readonly field: string; readonly problem: string };

/** Consecutive lines. */
export interface SourceChunk {
  readonly lines: readonly SourceLine[];
  /** Part of the source that has been read with these lines, from 0 to 1; absent when not known. */
  readonly read?: number;
}

/** Lines of one kind. */
export interface LineSource {
  /** The name in reports and errors. */
  readonly name: string;
  readonly kind: BundleKind;
  /** Lines do not replace what others have written. */
  readonly addsOnly?: boolean;
  /** Reads from the first line, at every call. */
  open(): AsyncIterable<SourceChunk>;
}
