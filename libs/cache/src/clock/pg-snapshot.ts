/**
 * A snapshot of PostgreSQL (`pg_current_snapshot()`): the transactions that have ended. Transaction ids stay below
 * 2^53: ten thousand transactions a second need 28,000 years to reach it.
 */
export class PgSnapshot {
  /** Every transaction below this id had ended. */
  readonly oldest: number;
  /** Every transaction from this id on was running or not begun. */
  readonly end: number;
  /** Older transactions that were running. */
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
