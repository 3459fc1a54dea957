/** A position in a file as an editor shows it: line and column from 1, the column in characters. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** An element of a feed, as a tree; its position is that of its start tag. */
export interface FeedElement extends FilePosition {
  /** As written in the feed. */
  readonly name: string;
  /** In lower case, because senders differ in case. */
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly FeedElement[];
  /** Its own text, trimmed. */
  readonly text: string;
}

/** A problem with an element, its position, and what was done about it. */
export interface FeedNote extends FilePosition {
  readonly element: string;
  readonly problem: string;
  readonly done: string;
}

/** One listing of a feed, as read, without private elements. */
export interface FeedEntry {
  readonly kind: 'entry';
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly element: FeedElement;
  readonly notes: readonly FeedNote[];
}

/** A problem of the file itself. */
export interface FeedProblem extends FilePosition {
  readonly kind: 'file-problem';
  /** The file is not REAXML, or not from here on: the whole file is to be rejected. Nothing follows this problem. */
  readonly fatal: boolean;
  /** The only problem is that the end is missing. */
  readonly isTruncated?: boolean;
  readonly problem: string;
  /** What was done about it; empty for a fatal problem. */
  readonly done: string;
}
