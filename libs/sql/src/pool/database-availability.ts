import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from './connection-loss.js';

/** From the begin of an outage, requests wait so long for its end; later ones fail at once. */
export const OUTAGE_TIMEOUT_MS = 3_000;
/** Between two questions, and during an outage. */
const ASK_MS = 1_000;
const ASK_AGAIN_MS = 100;
/** Who waits for the end of an outage looks so often. */
const LOOK_MS = 20;

interface Outage {
  /** By `performance.now()`. */
  readonly since: number;
  readonly cause: unknown;
}

/** The database cannot be reached, and no statement was sent. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  /** The SQLSTATE `sqlclient_unable_to_establish_sqlconnection`. */
  readonly code = '08001';

  constructor({ since, cause }: Outage) {
    // The text is the same for as long as the outage lasts: it is logged once.
    const begun = new Date(Math.round(performance.timeOrigin + since));
    super(`The database has been away since ${begun.toISOString()}: ${reasonOf(cause)}`, { cause });
  }
}

/** Whether the database can be reached: it is asked once a second, and when a connection was lost. */
export class DatabaseAvailability {
  private outage: Outage | undefined;
  private asking: Promise<void> | undefined;
  private isEnded = false;

  /** @param ask sends a statement, and fails within a limited time */
  constructor(private readonly ask: () => Promise<unknown>) {}

  get isAway(): boolean {
    return this.outage !== undefined;
  }

  /** Asks again and again, until the end. */
  async watch(): Promise<void> {
    for (;;) {
      await sleep(this.isAway ? ASK_AGAIN_MS : ASK_MS, undefined, { ref: false });
      if (this.isEnded) return;
      await this.check();
    }
  }

  end(): void {
    this.isEnded = true;
  }

  /** Asks the database; concurrent calls share the question. */
  check(): Promise<void> {
    return (this.asking ??= this.askOnce().finally(() => (this.asking = undefined)));
  }

  /** Waits for the end of an outage. @throws DatabaseAwayError when it lasts too long, at once when it has for long */
  async whenBack(): Promise<void> {
    while (this.outage && performance.now() < this.outage.since + OUTAGE_TIMEOUT_MS) await sleep(LOOK_MS);
    if (this.outage) throw new DatabaseAwayError(this.outage);
  }

  private async askOnce(): Promise<void> {
    const since = performance.now();
    // Again, on a new connection: one may have been lost alone, or have met a pause of this process.
    const cause: unknown = await this.ask()
      .catch(() => this.ask())
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    // A server that refuses a role or a database is not away.
    this.outage = isConnectionLoss(cause) ? (this.outage ?? { since, cause }) : undefined;
  }
}

/** Why a connection failed, in words. An address with an IPv4 and an IPv6 form fails twice, in an error without a message. */
export const reasonOf = (cause: unknown): string => {
  const error = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return error instanceof Error ? error.message : String(error);
};
