import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { Client, type ClientConfig, type Connection } from 'pg';
import type { DatabaseAvailability } from './database-availability.js';
import type { UrlSource } from './url-source.js';

const BEAT_MS = 200;
/** Longer delays of the timer are pauses of the event loop; a busy process has shorter ones. */
const PAUSE_MS = 1_000;

/** Measures pauses of the event loop, during which no response is read. */
export class EventLoopPauses {
  /** Total pauses since creation, in milliseconds. */
  total = 0;
  private beat = performance.now();
  private readonly timer = setInterval(() => this.look(), BEAT_MS).unref();

  stop(): void {
    clearInterval(this.timer);
    this.look();
  }

  private look(): void {
    const now = performance.now();
    if (now - this.beat > PAUSE_MS) this.total += now - this.beat;
    this.beat = now;
  }
}

/**
 * The time limits for statements of a server, and whether it is behind a pooler. The clients of a pool share one
 * object.
 */
export interface ServerLimits {
  /** PostgreSQL cancels a statement after this time in milliseconds; 0: never. */
  readonly statementTimeoutMs: number;
  /** Whether there is a connection pooler, so that consecutive transactions may use different sessions. */
  isPooled: boolean;
}

/** A statement waits this long for a row or a table that others lock; a transaction may set another time. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Settings of all sessions, as SQL. Compiling a statement (`jit`) can take seconds: 5.5 s for a polygon of 200 corners.
 * With PostgreSQL's default page cost of 4, plans that are cached while a table is small scan it when it has grown; a
 * lower cost of the server is kept.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  jit: `'off'`,
  random_page_cost: `least(current_setting('random_page_cost')::float, 1.1)`,
  lock_timeout: `${LOCK_TIMEOUT_MS}`,
};

interface LimitedConfig extends ClientConfig {
  readonly source: UrlSource;
  readonly limits: ServerLimits;
  /** Is informed of failed connections, and probes the server when a connection is silent. */
  readonly availability?: DatabaseAvailability;
}

/** The silence after which the server is probed. */
const SILENT_MS = 1_000;
/**
 * How much longer than the statement timeout the client waits for a response; a healthy server has cancelled the
 * statement by then.
 */
const GRACE_MS = 2_000;
/**
 * The limit for statements without a timeout, such as the creation of an index: the server is considered lost after
 * this time without a response.
 */
const LONGEST_MS = 3_600_000;
/** The error of a destroyed connection. Causes are a hung server, a halted machine, or a network that loses packets. */
const SILENCE = 'Connection terminated: the server does not respond';
/** An available server accepts a connection in milliseconds. */
const PROBE_MS = 2_000;

/**
 * A connection on which every wait has a limit. If a response is due and the server sends nothing for the statement
 * timeout plus two seconds, the connection is destroyed and its statements fail; earlier if a probe fails too. Nothing
 * else detects a halted server, or a proxy that keeps a dead connection open.
 * Settings are made after connecting, because poolers reject them as startup parameters. Behind a pooler the role must
 * have them, because settings of a shared session would apply to other clients.
 */
export class LimitedClient extends Client {
  // The driver has these members, but its types do not declare them.
  declare readonly connection: Connection & { readonly stream: Socket };
  declare readonly processID: number | null;
  /** Whether no statement is running. */
  declare readonly readyForQuery: boolean;

  private readonly limits: ServerLimits;
  private readonly availability: DatabaseAvailability | undefined;
  private isUnlimited = false;
  /** The traffic at which the connection became silent, in bytes sent and received, and the time. */
  private silence = { bytes: -1, since: 0 };

  /** The URL that opened it. */
  readonly url: string;

  constructor(config: LimitedConfig) {
    const { source } = config;
    super({ ...config, connectionString: source.url });
    this.url = source.url;
    source.clients.add(this);
    this.on('end', () => source.clients.delete(this));
    this.limits = config.limits;
    this.availability = config.availability;
    // Running statements, or the next one, report the loss of the connection to their callers.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: this) => void)): void;
  override connect(callback?: ((error: Error) => void) | ((error: null, client: this) => void)): void | Promise<this> {
    const begun = performance.now();
    const pauses = new EventLoopPauses();
    const connected = this.connectWatched().finally(() => pauses.stop());
    // While the event loop was paused, the server may have answered.
    connected.catch((error: unknown) => this.availability?.connectionFailed(error, begun + pauses.total));
    if (!callback) return connected;
    // The driver's types declare two functions for the two outcomes; the callback accepts both.
    callbackify(() => connected)(callback as (error: Error | null, client: this) => void);
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

  private async connectWatched(): Promise<this> {
    // The client may have waited since before an outage.
    await this.availability?.whenBack();
    const { stream } = this.connection;
    this.watchStream();
    await super.connect();
    if (this.connection.stream !== stream) {
      // TLS has replaced the stream.
      stream.setTimeout(0);
      this.watchStream();
    }
    return this.begin();
  }

  private watchStream(): void {
    this.connection.stream.on('timeout', () => void this.doubt());
    this.watch();
  }

  private async begin(): Promise<this> {
    // Behind a pooler the statement would wait in its queue.
    if (this.limits.isPooled) return this;
    const { statementTimeoutMs } = this.limits;
    const settings = {
      ...SESSION_SETTINGS,
      statement_timeout: `${statementTimeoutMs}`,
      // Sessions without a timeout also wait for locks.
      ...(statementTimeoutMs === 0 && { lock_timeout: '0' }),
    };
    const list = Object.entries(settings).map(([name, value]) => `set_config('${name}', (${value})::text, false)`);
    try {
      // Poolers send clients an invented process id.
      const { rowCount } = await this.query(
        `SELECT ${list.join(', ')} WHERE pg_backend_pid() = ${this.processID ?? 0}`,
      );
      this.limits.isPooled = rowCount === 0;
      return this;
    } catch (error) {
      this.connection.stream.destroy();
      throw error;
    }
  }

  private watch(): void {
    this.connection.stream.setTimeout(Math.min(this.limitMs, this.isUnlimited ? LONGEST_MS : SILENT_MS));
  }

  /** Maximum time for a response, in milliseconds. */
  private get limitMs(): number {
    const { statementTimeoutMs } = this.limits;
    return statementTimeoutMs > 0 && !this.isUnlimited ? statementTimeoutMs + GRACE_MS : LONGEST_MS;
  }

  /** Probes the server if a response is due; an idle connection may be silent. */
  private async doubt(): Promise<void> {
    if (this.readyForQuery) return;
    const { stream } = this.connection;
    const bytes = stream.bytesRead + stream.bytesWritten;
    const now = performance.now();
    if (bytes !== this.silence.bytes) this.silence = { bytes, since: now - (stream.timeout ?? 0) };
    const { since } = this.silence;
    const isPresent = now - since < this.limitMs && ((await this.availability?.answers(since)) ?? true);
    if (this.readyForQuery || stream.bytesRead + stream.bytesWritten !== bytes) return;
    if (isPresent) this.watch();
    else stream.destroy(new Error(SILENCE));
  }
}

/** Opens a connection. Connecting executes a statement, except behind a pooler. */
export async function probe({ limits, ...config }: LimitedConfig): Promise<void> {
  const client = new LimitedClient({ ...config, limits: { ...limits } });
  const giveUp = () => client.connection.stream.destroy(new Error(SILENCE));
  // Two timers, so that a paused event loop does not count as a silent server.
  let timer = setTimeout(() => (timer = setTimeout(giveUp, PROBE_MS / 2)), PROBE_MS / 2);
  try {
    await client.connect();
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
}
