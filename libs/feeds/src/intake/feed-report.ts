import { FEED_OUTCOMES } from './feed-outcomes.js';
import type { FeedCounts, FeedOutcome } from './feed-outcomes.js';

/** One line of a report: what was wrong with a listing, and what was done. */
export interface FeedLine {
  readonly file: string;
  /** Where in the file, as an editor shows it: both from 1, the column in characters; null for what is nowhere. */
  readonly line: number | null;
  readonly column: number | null;
  /** Which entry of the file, from 1; null for what is wrong with the file itself. */
  readonly entry: number | null;
  /** Empty for what is wrong with the file itself, and where an entry has none. */
  readonly uniqueID: string;
  readonly element: string;
  readonly problem: string;
  readonly done: string;
  /** What became of the listing; empty for the file itself. */
  readonly outcome: FeedOutcome | '';
}

/** What became of a feed file. */
export interface FeedReport extends FeedCounts {
  readonly file: string;
  readonly websiteID: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly hash: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why the file was rejected whole; nothing was changed. */
  readonly fatal: string | null;
  readonly problems: readonly FeedLine[];
}

/** How many listings there were. */
export const listingsOf = (counts: FeedCounts): number =>
  FEED_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

/** More than any real feed has; what goes over is counted. */
const MAX_LINES = 10_000;

/** The lines of a report, as they come. */
export class FeedLines {
  private readonly lines: FeedLine[] = [];
  private more = 0;

  constructor(
    private readonly file: string,
    private readonly onLine: (line: FeedLine) => void = () => undefined,
  ) {}

  add(line: Omit<FeedLine, 'file'>): void {
    const whole = { file: this.file, ...line };
    this.onLine(whole);
    if (this.lines.length < MAX_LINES) this.lines.push(whole);
    else this.more += 1;
  }

  toArray(): FeedLine[] {
    if (this.more === 0) return this.lines;
    const nowhere = { line: null, column: null, entry: null, uniqueID: '', element: '' } as const;
    const problem = `${this.more} more problems`;
    return [...this.lines, { file: this.file, ...nowhere, problem, done: 'not listed', outcome: '' }];
  }
}
