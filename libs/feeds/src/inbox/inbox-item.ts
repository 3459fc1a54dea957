import type { BigIntStats } from 'node:fs';
import type { PUT_AWAY } from './inbox-rules.js';

/** The first pause after a fault, and the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** How long to leave something alone that has failed so often. */
export const pauseMs = (faults: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (faults - 1));

/** What a file is and holds; two that are equal are the same content. */
export const contentOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => `${dev} ${ino} ${size} ${mtimeNs}`;

/** The same, with the last change of whatever kind: not even a writer who sets the time back goes unseen. */
export const stateOf = (stats: BigIntStats): string => `${contentOf(stats)} ${stats.ctimeNs}`;

/** What is still to be done with a file that was dealt with. */
export interface Unfiled {
  readonly where: (typeof PUT_AWAY)[number];
  readonly report: object;
}

/** Something that lies in a folder of the inbox, and what is known of it. Times are those of `performance.now()`. */
export class InboxItem {
  state = '';
  /** What it is ordered by. */
  mtimeNs = 0n;
  /** Since when it has been as it is. */
  since = 0;
  /** When it may be touched again: it was set aside, or lacks its end. */
  notBefore = 0;
  /** Not earlier, even if it changes: what is long is not read all over for every piece that comes. */
  restsUntil = 0;
  faults = 0;
  /** SHA-256 of its content, once that was read. */
  hash = '';
  /** It waits for its turn or, if it is ignored, this has been said. */
  isSettled = false;
  /** It is in, but could not be moved. */
  unfiled: Unfiled | undefined;

  constructor(
    readonly name: string,
    /** Why it is never taken. */
    readonly ignored: string | undefined,
  ) {}

  /** Takes in what the file system says of it; what has changed is something new. */
  see(state: string, mtimeNs: bigint, now: number): void {
    this.mtimeNs = mtimeNs;
    if (state === this.state) return;
    this.state = state;
    this.since = now;
    this.notBefore = this.restsUntil;
    this.faults = 0;
    this.hash = '';
    this.unfiled = undefined;
  }
}
