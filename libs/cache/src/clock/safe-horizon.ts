import type { LoggedChange } from '../invalidation/change.js';

/**
 * A snapshot of PostgreSQL (`pg_current_snapshot()`): the set of ended transactions. Transaction ids stay below 2^53,
 * which ten thousand transactions a second reach in 28,000 years.
 */
export class PgSnapshot {
  /** All transactions below this id had ended. */
  readonly oldest: number;
  /** All transactions from this id on were running or had not begun. */
  readonly end: number;
  /** Ids below `end` of transactions that were running. */
  private readonly running: ReadonlySet<number>;

  /** @param text `xmin:xmax:xip,xip` */
  constructor(readonly text: string) {
    const [oldest = '', end = '', running = ''] = text.split(':');
    this.oldest = Number(oldest);
    this.end = Number(end);
    this.running = new Set(running === '' ? [] : running.split(',').map(Number));
  }

  /** Whether the transaction had ended, so that its commit is visible. */
  sees(xid: number): boolean {
    return xid < this.end && !this.running.has(xid);
  }

  /**
   * Whether this snapshot sees every transaction that the other one sees. Snapshots of one server are totally ordered:
   * of two, at least one covers the other.
   */
  covers(other: PgSnapshot): boolean {
    for (const xid of this.running) if (other.sees(xid)) return false;
    if (other.end - this.end > other.running.size) return false;
    for (let xid = this.end; xid < other.end; xid += 1) if (other.sees(xid)) return false;
    return true;
  }
}

/** The end of the log, read by a statement that knows no changes. */
export interface LogStart {
  readonly log: string;
  /** The last transaction visible to readers of the log; a text, because it exceeds the range of JSON's numbers. */
  readonly recorded: string;
  /** Transactions with recorded changes that become visible to readers when older transactions have ended. */
  readonly waiting: readonly string[];
}

/** The last transaction up to which the log is complete and will not change. */
export interface SafeHorizon {
  /** Identifies the log: transaction ids of different logs are not comparable. */
  readonly log: string;
  readonly xid: number;
  /** A position in the write-ahead log, in bytes, after all of these transactions; undefined without standbys. */
  readonly wal?: number | undefined;
}

/**
 * Follows the end of the log that readers see. It is always a transaction with recorded changes, never the horizon of a
 * snapshot: after a crash, the server reuses the ids of transactions that wrote nothing durable.
 */
export class SafeHorizonReader {
  now: SafeHorizon = { log: '', xid: 0 };
  private waiting: readonly number[] = [];

  /** Applies a reading of a newer snapshot. @param wal the end of the write-ahead log, read after the snapshot */
  read(changes: readonly LoggedChange[] | LogStart | null, snapshot: PgSnapshot, wal?: number): void {
    if (changes === null) return;
    if ('log' in changes) {
      this.now = { log: changes.log, xid: Number(changes.recorded), wal };
      this.waiting = changes.waiting.map(Number);
    } else if (changes.length > 0) {
      this.waiting = [...new Set([...this.waiting, ...changes.map(({ xid }) => Number(xid))])];
    }
    const seen = this.waiting.filter((xid) => xid < snapshot.oldest);
    if (seen.length === 0) return;
    this.waiting = this.waiting.filter((xid) => xid >= snapshot.oldest);
    this.now = { log: this.now.log, xid: Math.max(this.now.xid, ...seen), wal };
  }
}
