import { increment } from '@app/metrics';

/**
 * Possible outcomes of a feed listing. `stale`: older than the stored listing or its deletion. `withdrawn`:
 * not named by a full feed.
 */
export const FEED_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'deleted', 'withdrawn', 'rejected'] as const;

export type FeedOutcome = (typeof FEED_OUTCOMES)[number];

/** Number of listings by outcome. */
export type FeedCounts = Record<FeedOutcome, number>;

export const noCounts = (): FeedCounts =>
  Object.fromEntries(FEED_OUTCOMES.map((outcome) => [outcome, 0])) as FeedCounts; // all of them

/** `full`: current listings that the feed does not name are withdrawn (B42). `changes`: they stay. */
export const FEED_MODES = ['changes', 'full'] as const;

export type FeedMode = (typeof FEED_MODES)[number];

/** Reports an imported feed to the metrics. @param fatal the reason, if the whole file was rejected */
export function countFeed(counts: FeedCounts, fatal: string | null): void {
  for (const outcome of FEED_OUTCOMES)
    if (counts[outcome] > 0) increment('feed_entries_total', { outcome }, counts[outcome]);
  if (fatal !== null) countNotImported();
}

/** Reports a file that could not be imported. */
export const countNotImported = (): void => increment('feed_entries_total', { outcome: 'not_imported' });

/** One line of a report: a problem with a listing, and how the import handled it. */
export interface FeedLine {
  readonly file: string;
  /**
   * Position in the file as an editor shows it: both from 1, the column in characters; null when there is no position.
   */
  readonly line: number | null;
  readonly column: number | null;
  /** Number of the entry in the file, from 1; null for a problem of the file itself. */
  readonly entry: number | null;
  /** Empty for a problem of the file itself, and for an entry without a uniqueID. */
  readonly uniqueID: string;
  readonly element: string;
  readonly problem: string;
  readonly done: string;
  /** Outcome of the listing; empty for a problem of the file itself. */
  readonly outcome: FeedOutcome | '';
}

/** The result of importing a feed file. */
export interface FeedReport extends FeedCounts {
  readonly file: string;
  /** The account; null if the feed may belong to several. */
  readonly websiteID: number | null;
  readonly mode: FeedMode;
  readonly isDryRun: boolean;
  /** SHA-256 of the file, in hexadecimal. */
  readonly hash: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** The reason for rejecting the whole file, with nothing changed; null if it was imported. */
  readonly fatal: string | null;
  /** The number of listings that a full feed does not name, and that are not withdrawn without a confirmation. */
  readonly unconfirmed: number;
  readonly problems: readonly FeedLine[];
}

/** Total number of listings. */
export const listingsOf = (counts: FeedCounts): number =>
  FEED_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

/** More than any real feed has; further lines are only counted. */
const MAX_LINES = 10_000;

/** The results of a feed or a part of it: the number of entries by outcome, and the lines of the report. */
export class FeedTally {
  readonly counts = noCounts();
  unconfirmed = 0;
  /** Identifies the unconfirmed listings of an account. */
  refused = '';
  private readonly lines: FeedLine[] = [];
  private more = 0;

  constructor(private readonly file: string) {}

  add(line: Partial<FeedLine> & Pick<FeedLine, 'problem' | 'done'>): void {
    if (this.lines.length < MAX_LINES) this.lines.push({ file: this.file, ...NOWHERE, ...line });
    else this.more += 1;
  }

  /** The counts, and the lines as `problems`. */
  result(): FeedCounts & Pick<FeedReport, 'problems' | 'unconfirmed'> & { readonly refused: string } {
    if (this.more > 0) {
      const problem = `${this.more} more problems`;
      this.lines.push({ file: this.file, ...NOWHERE, problem, done: 'not listed' });
      this.more = 0;
    }
    return { ...this.counts, unconfirmed: this.unconfirmed, refused: this.refused, problems: this.lines };
  }
}

const NOWHERE = { line: null, column: null, entry: null, uniqueID: '', element: '', outcome: '' } as const;
