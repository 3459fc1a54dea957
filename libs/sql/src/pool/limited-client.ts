import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Connection } from 'pg';

/**
 * The time limits of a server's statements, and whether it is behind a pooler. The clients of a pool share one object.
 */
export interface ServerLimits {
  /** PostgreSQL cancels a statement after this time; 0: never. */
  readonly statementTimeoutMs: number;
  /** Whether there is a connection pooler: then consecutive transactions may use different sessions. */
  isPooled: boolean;
}

interface LimitedConfig extends ClientConfig {
  readonly limits: ServerLimits;
}

/**
 * After the statement timeout, the server's response is awaited this much longer; a healthy server has cancelled the
 * statement by then.
 */
const GRACE_MS = 2_000;
/**
 * For statements without a limit, such as the creation of an index: after this long without any response the server is
 * considered lost.
 */
const LONGEST_MS = 3_600_000;

/**
 * A connection on which nothing waits for ever. If a response is due and the server sends nothing for the statement
 * timeout and two more seconds, the connection is destroyed and its statements fail. Nothing else detects a halted
 * server, or a proxy that keeps a connection open whose other end is gone.
 * The statement timeout is set after connecting, because poolers reject it as a startup parameter; so is `jit`, for to
 * compile one statement can take seconds: 5.5 for a polygon of 200 corners. Behind a pooler both must be set for the role: a
 * setting of a shared session would apply to other clients.
 */
export class LimitedClient extends Client {
  // Exists in the driver, but not in its types.
  declare readonly connection: Connection & { readonly stream: Socket };
  declare readonly processID: number | null;
  /** Whether no statement is running. */
  declare readonly readyForQuery: boolean;

  private readonly limits: ServerLimits;
  private isUnlimited = false;

  constructor(config: LimitedConfig) {
    super(config);
    this.limits = config.limits;
    // The loss of a connection is reported to the callers of running statements, or to the next one.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: this) => void)): void;
  override connect(callback?: ((error: Error) => void) | ((error: null, client: this) => void)): void | Promise<this> {
    const connected = super.connect().then(() => this.begin());
    if (!callback) return connected;
    // The driver's types use two function types for the two outcomes; the given function accepts both.
    void told(connected, callback as (error: Error | null, client?: this) => void);
  }

  /** Removes the time limit for statements, until `limit` is called. */
  unlimit(): void {
    this.isUnlimited = true;
    this.watch();
  }

  limit(): void {
    this.isUnlimited = false;
    this.watch();
  }

  private async begin(): Promise<this> {
    this.connection.stream.on('timeout', () => this.giveUp());
    this.watch();
    try {
      // Poolers send clients an invented process id.
      const { rowCount } = await this.query(
        `SELECT set_config('statement_timeout', '${this.limits.statementTimeoutMs}', false), set_config('jit', 'off', false)
         WHERE pg_backend_pid() = ${this.processID ?? 0}`,
      );
      this.limits.isPooled = rowCount === 0;
      return this;
    } catch (error) {
      this.connection.stream.destroy();
      throw error;
    }
  }

  private watch(): void {
    const { statementTimeoutMs } = this.limits;
    const isLimited = statementTimeoutMs > 0 && !this.isUnlimited;
    this.connection.stream.setTimeout(isLimited ? statementTimeoutMs + GRACE_MS : LONGEST_MS);
  }

  /** An idle connection may be silent. */
  private giveUp(): void {
    if (this.readyForQuery) return;
    this.connection.stream.destroy(new Error('Connection terminated: the server says nothing'));
  }
}

async function told<T>(work: Promise<T>, callback: (error: Error | null, result?: T) => void): Promise<void> {
  const outcome = await work.then(
    (result) => ({ error: null, result }),
    (error: Error) => ({ error }),
  );
  if (outcome.error) callback(outcome.error);
  else callback(null, outcome.result);
}
