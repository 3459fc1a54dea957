import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Connection } from 'pg';

/** How long a server may take, and what its clients have found out about it. The clients of a pool share one. */
export interface ServerLimits {
  /** After which PostgreSQL ends a statement; 0: never. */
  readonly statementTimeoutMs: number;
  /** Whether a connection pooler is in between: then a session is not ours from one transaction to the next. */
  isPooled: boolean;
}

interface LimitedConfig extends ClientConfig {
  readonly limits: ServerLimits;
}

/** How much longer than a statement's time a server is waited for, which would have said by then that it is over. */
const GRACE_MS = 2_000;
/** What takes as long as it takes, such as an index: who says nothing for so long is gone. */
const LONGEST_MS = 3_600_000;

/**
 * A connection on which nothing waits for ever: when the server has to answer and says nothing for the time of a statement
 * and two seconds, the connection is destroyed, and with it what was asked on it. Nothing else notices a server that was
 * halted, or a proxy that keeps a connection open whose other end is gone.
 *
 * The statement's time is set when connected, for poolers refuse it as a startup parameter. Behind a pooler it is left
 * to the role: what is set on a session there is another client's next.
 */
export class LimitedClient extends Client {
  // What the driver has, and its types leave out.
  declare readonly connection: Connection & { readonly stream: Socket };
  declare readonly processID: number | null;
  /** Whether no statement is under way. */
  declare readonly readyForQuery: boolean;

  private readonly limits: ServerLimits;
  private isUnlimited = false;

  constructor(config: LimitedConfig) {
    super(config);
    this.limits = config.limits;
    // A lost connection is told to those who asked something on it, or ask next.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: this) => void)): void;
  override connect(callback?: ((error: Error) => void) | ((error: null, client: this) => void)): void | Promise<this> {
    const connected = super.connect().then(() => this.begin());
    if (!callback) return connected;
    // The driver's types tell the two outcomes by two functions; the one that is given takes both.
    void told(connected, callback as (error: Error | null, client?: this) => void);
  }

  /** Waits for statements as long as they take, until `limit`. */
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
      // Poolers make up the number of the process that they tell to clients.
      const { rowCount } = await this.query(
        `SELECT set_config('statement_timeout', '${this.limits.statementTimeoutMs}', false)
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
