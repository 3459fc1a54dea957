/**
 * A snapshot of PostgreSQL (`pg_current_snapshot()`): which transactions have ended. Transaction ids stay far below the
 * limit of exact numbers: it would take 28,000 years of ten thousand transactions a second.
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

  /** Whether the transaction had ended: what it has committed is visible. */
  sees(xid: number): boolean {
    return xid < this.end && !this.running.has(xid);
  }

  /**
   * Whether every transaction that the other one sees is seen. Snapshots of one server are in a total order: of two, at
   * least one covers the other.
   */
  covers(other: PgSnapshot): boolean {
    for (const xid of this.running) if (other.sees(xid)) return false;
    if (other.end - this.end > other.running.size) return false;
    for (let xid = this.end; xid < other.end; xid += 1) if (other.sees(xid)) return false;
    return true;
  }
}
