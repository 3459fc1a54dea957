import type { LoggedChange } from '../invalidation/change.js';
import type { PgSnapshot } from './pg-snapshot.js';

/** Where the log ends, as a statement reads it that does not know the changes before. */
export interface LogStart {
  readonly log: string;
  /** The last transaction that readers of the log may see; as text, because it exceeds the range of JSON's numbers. */
  readonly recorded: string;
  /** Transactions that have recorded something, and that readers see when older ones have ended. */
  readonly waiting: readonly string[];
}

/** The last transaction of a log up to which readers see every change, now and for all time. */
export interface RecordedUpTo {
  /** Names the log: transactions of another one have other numbers. */
  readonly log: string;
  readonly xid: number;
}

/**
 * Follows the end of the log as readers see it. It is always a transaction that has recorded something, never the horizon
 * of a snapshot: after a crash the server uses numbers again that left nothing behind.
 */
export class LogEnd {
  now: RecordedUpTo = { log: '', xid: 0 };
  private waiting: readonly number[] = [];

  /** Takes in what a statement has read in a snapshot that is newer than those before. */
  read(changes: readonly LoggedChange[] | LogStart | null, snapshot: PgSnapshot): void {
    if (changes === null) return;
    if ('log' in changes) {
      this.now = { log: changes.log, xid: Number(changes.recorded) };
      this.waiting = changes.waiting.map(Number);
    } else if (changes.length > 0) {
      this.waiting = [...new Set([...this.waiting, ...changes.map(({ xid }) => Number(xid))])];
    }
    const seen = this.waiting.filter((xid) => xid < snapshot.oldest);
    if (seen.length === 0) return;
    this.waiting = this.waiting.filter((xid) => xid >= snapshot.oldest);
    this.now = { log: this.now.log, xid: Math.max(this.now.xid, ...seen) };
  }
}
