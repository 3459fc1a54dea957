import type { BigIntStats } from 'node:fs';
import type { PROCESSED_FOLDERS } from './inbox-folder.js';
import { getSystemErrorMap } from 'node:util';

/** The first pause after a fault, and the longest one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** The pause after a number of faults in a row: doubled each time, up to the maximum. */
export const pauseMs = (faults: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (faults - 1));

/** Identity and version of a file's content: two equal strings mean the same content. */
export const contentOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => `${dev} ${ino} ${size} ${mtimeNs}`;

/** `contentOf` with `ctime`: it also changes when a writer resets the modification time. */
export const stateOf = (stats: BigIntStats): string => `${contentOf(stats)} ${stats.ctimeNs}`;

/** The destination of an imported file, and its report. */
export interface PendingMove {
  readonly where: (typeof PROCESSED_FOLDERS)[number];
  readonly report: object;
}

/** An item in a folder of the inbox, or a folder. Times come from `performance.now()`. */
export class InboxItem {
  state = '';
  /** Modification time: the order of arrival. */
  mtimeNs = 0n;
  /** The time of the last change of the state. */
  since = 0;
  /** Earliest time of the next attempt after a fault, or while the file is incomplete. */
  notBefore = 0;
  faults = 0;
  /** SHA-256 of the content; empty until it has been read. */
  hash = '';
  /** The run in the queue. */
  runID: number | undefined;
  /** Set when the run has ended, or cannot exist. */
  pendingMove: PendingMove | undefined;
  /** Whether an ignored item has been reported. */
  isReported = false;

  constructor(
    /** The reason why the item is never imported; undefined for a feed file. */
    readonly ignored?: string,
  ) {}

  /**
   * Updates the state from the file system; a changed state resets the item.
   * @returns whether its run is of another state
   */
  update(state: string, mtimeNs: bigint, now: number): boolean {
    this.mtimeNs = mtimeNs;
    if (state === this.state) return false;
    const wasQueued = this.runID !== undefined;
    this.state = state;
    this.since = now;
    this.notBefore = 0;
    this.faults = 0;
    this.hash = '';
    this.runID = undefined;
    this.pendingMove = undefined;
    return wasQueued;
  }

  /** Starts a pause after a fault; returns its length in ms. */
  pause(): number {
    this.faults += 1;
    const pause = pauseMs(this.faults);
    this.notBefore = performance.now() + pause;
    return pause;
  }
}

/** The error code of a system error, such as `ENOENT`; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The system's reason without the path: "permission denied". Undefined for other errors. */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return undefined;
  return getSystemErrorMap().get(error.errno)?.[1];
}
