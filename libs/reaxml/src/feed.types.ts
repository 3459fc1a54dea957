/**
 * Limits of a feed. Real feeds stay far below. Data above a limit is cut and reported. Text lengths are in UTF-16
 * units.
 */
export const LIMITS = {
  /** One text, attribute value or CDATA section. */
  text: 1_048_576,
  /** A tag without its attribute values, or a document type; a longer one is fatal. */
  markup: 65_536,
  /** Length that its entities add to a file; more is fatal. */
  entities: 4 * 1_048_576,
  /** Nesting depth; REAXML needs 6. Deeper nesting is fatal. */
  depth: 64,
  /** Child elements of one element. */
  children: 500,
  /** Child elements of `images` and `objects`. */
  images: 1000,
  /** Elements and texts of one entry. */
  entryElements: 5000,
  entryText: 4 * 1_048_576,
  /** Different notes of one entry. */
  notes: 100,
} as const;

/** A position in a file as an editor shows it: line and column from 1, the column in characters. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** An element of a feed, as a tree, with the position of its start tag. */
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

/** A problem with an element, its position, and how the import handled it. */
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
  /** How the import handled it; empty for a fatal problem. */
  readonly done: string;
}

/** The reason why a file cannot be read as REAXML. The message is reported, and contains no credentials of the file. */
export class FeedFault extends Error {
  override readonly name: string = 'FeedFault';

  constructor(
    message: string,
    /** The position; absent when the file cannot be read at all. */
    readonly position?: FilePosition,
  ) {
    super(message);
  }
}

/** A file that is valid REAXML so far but lacks its end: the upload may still be running. */
export class TruncatedFeed extends FeedFault {
  override readonly name = 'TruncatedFeed';
}

/** The listing type of each listing element. */
const LISTING_ELEMENTS = {
  residential: 'residential',
  rental: 'rental',
  holidayrental: 'rental',
  land: 'land',
  rural: 'rural',
  commercial: 'commercial',
  commercialland: 'commercial',
  business: 'business',
} as const;

export type FeedListingType = (typeof LISTING_ELEMENTS)[keyof typeof LISTING_ELEMENTS];

const byKey: ReadonlyMap<string, FeedListingType> = new Map(Object.entries(LISTING_ELEMENTS));

/** The listing type of an element; undefined for other elements. */
export const listingTypeOf = (name: string): FeedListingType | undefined => byKey.get(name.toLowerCase());
