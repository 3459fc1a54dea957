/** A place in a file as an editor shows it: both from 1, the column in characters. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** An element of a feed, as a small tree; its position is that of its start tag. */
export interface FeedElement extends FilePosition {
  /** As the feed writes it. */
  readonly name: string;
  /** In lower case: senders differ in case. */
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly FeedElement[];
  /** Its own text, trimmed. */
  readonly text: string;
}

/** Something that was wrong with an element, where, and what was done about it. */
export interface FeedNote extends FilePosition {
  readonly element: string;
  readonly problem: string;
  readonly done: string;
}

/** One listing of a feed, as it was read; without what is private. */
export interface FeedEntry {
  readonly kind: 'entry';
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly element: FeedElement;
  readonly notes: readonly FeedNote[];
}

/** Something that was wrong with the file itself. */
export interface FeedProblem extends FilePosition {
  readonly kind: 'file-problem';
  /** The file is no REAXML, or stops being it here: all of it is to be rejected. Nothing follows. */
  readonly fatal: boolean;
  /** All that is wrong is that the end is missing. */
  readonly isTruncated?: boolean;
  readonly problem: string;
  /** What was done about it; empty when it is fatal. */
  readonly done: string;
}
