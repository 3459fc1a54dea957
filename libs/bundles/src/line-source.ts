/** What a bundle has lines of, in the order that they are imported in: each refers to those before it. */
export const BUNDLE_KINDS = ['suburbs', 'accounts', 'agents', 'listings'] as const;

export type BundleKind = (typeof BUNDLE_KINDS)[number];

/** A line by its number, from 1: what it says, or what is wrong with it. */
export type SourceLine =
  | { readonly line: number; readonly value: unknown; readonly bytes?: number }
  | { readonly line: number; readonly field: string; readonly problem: string };

/** Some lines that follow each other. */
export interface SourceChunk {
  readonly lines: readonly SourceLine[];
  /** How much of the source has been read with them, from 0 to 1; absent where nobody knows. */
  readonly read?: number;
}

/** Lines of one kind. */
export interface LineSource {
  /** As reports and errors call it. */
  readonly name: string;
  readonly thing: BundleKind;
  /** From the first line, at every call. */
  open(): AsyncIterable<SourceChunk>;
}
