import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '@app/process';
import { isConnectionLoss } from './connection-loss.js';

/** How long requests wait for the end of an outage, counted from its start; later requests fail immediately. */
export const OUTAGE_TIMEOUT_MS = 3_000;

interface Outage {
  /** In milliseconds of `performance.now()`. */
  readonly since: number;
  readonly cause: unknown;
  /** Resolves when the database responds. */
  readonly over: Promise<void>;
}

/** The database is unreachable, and no statement was sent. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  /** The SQLSTATE `sqlclient_unable_to_establish_sqlconnection`. */
  readonly code = '08001';

  constructor({ since, cause }: Pick<Outage, 'since' | 'cause'>) {
    // The text is the same during an outage, so that it is logged once.
    const begun = new Date(Math.round(performance.timeOrigin + since));
    super(`The database has been away since ${begun.toISOString()}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Tracks whether the database is reachable. A failed connection begins an outage. After a lost or silent connection, a
 * probe opens a new connection, because a slow statement of a healthy server is not an outage. The probe repeats until
 * it succeeds.
 */
export class DatabaseAvailability {
  /** The interval between two probes. */
  pauseMs = 100;
  private outage: Outage | undefined;
  private probing: Promise<void> | undefined;
  /** The time of the last successful probe. */
  private answeredAt = -Infinity;
  private isEnded = false;

  /** @param probe opens a new connection, with a timeout */
  constructor(private readonly probe: () => Promise<unknown>) {}

  get isAway(): boolean {
    return this.outage !== undefined;
  }

  /**
   * Probes the database; concurrent calls share a probe.
   * @param since when the connection was lost or became silent, in milliseconds of `performance.now()`
   */
  async answers(since = performance.now()): Promise<boolean> {
    this.probing ??= this.askOnce(since).finally(() => (this.probing = undefined));
    await this.probing;
    return !this.isAway;
  }

  /** Records a failed connection. A server that rejects a role or a database is available. */
  connectionFailed(error: unknown, since: number): void {
    if (this.isEnded || this.outage || !isConnectionLoss(error)) return;
    // A slow statement may have been silent since before the outage.
    this.outage = { since: Math.max(since, this.answeredAt), cause: error, over: this.probeUntilAnswered() };
  }

  /**
   * Waits for the end of an outage. @throws DatabaseAwayError after the timeout, or immediately if the outage has
   * lasted longer
   */
  async whenBack(): Promise<void> {
    const { outage } = this;
    if (!outage) return;
    const leftMs = outage.since + OUTAGE_TIMEOUT_MS - performance.now();
    if (leftMs > 0) await inTime(leftMs, outage.over, () => undefined);
    if (this.outage) throw new DatabaseAwayError(this.outage);
  }

  /** After the loss of a connection: whether the database answers now, or before the timeout. */
  async isBack(): Promise<boolean> {
    if (!this.isAway && (await this.answers())) return true;
    return this.whenBack().then(
      () => true,
      () => false,
    );
  }

  /** Stops the probes. */
  end(): void {
    this.isEnded = true;
  }

  private async askOnce(since: number): Promise<void> {
    try {
      await this.probe();
      this.answered();
    } catch (error) {
      if (isConnectionLoss(error)) this.connectionFailed(error, since);
      else this.answered();
    }
  }

  private answered(): void {
    this.outage = undefined;
    this.answeredAt = performance.now();
  }

  private async probeUntilAnswered(): Promise<void> {
    do {
      await sleep(this.pauseMs, undefined, { ref: false });
      if (this.isEnded) return;
    } while (!(await this.answers()));
  }
}

/**
 * The cause of a failed connection. A host with an IPv4 and an IPv6 address fails with an AggregateError, which has no
 * message.
 */
export const reasonOf = (cause: unknown): string => {
  const error = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return error instanceof Error ? error.message : String(error);
};
