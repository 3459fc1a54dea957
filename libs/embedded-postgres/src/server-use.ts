import { ADVISORY_LOCKS } from '@app/sql';
import type { Client } from 'pg';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerLoss, type PostgresServer } from './postgres-server.js';
import { ensureServiceDatabase, type ServiceDatabase } from './service-database.js';

const USERS = ADVISORY_LOCKS.embeddedServerUsers;

/** The pauses before attempts to start a lost server double up to this. */
const LONGEST_PAUSE_MS = 5_000;
/** Random, so that the users of a lost server do not start it at the same moment. */
const firstPause = (): number => randomInt(500, 1_500);

/** Callbacks of a use. */
export interface LossOptions {
  /** Whether it starts the server again. */
  readonly restart: boolean;
  /** Receives a line about each attempt. */
  readonly warn: (message: string) => void;
}

/**
 * A process's use of a server: a session that holds a shared lock. PostgreSQL releases the lock when the process ends,
 * even if it is killed. A user that leaves stops the server if no other user holds the lock. A user that loses the
 * server starts it again at the same address, unless another one is faster.
 */
export class ServerUse {
  private readonly over = new AbortController();
  private rejoining = Promise.resolve();

  private constructor(
    private readonly server: PostgresServer,
    private session: Client,
    readonly database: ServiceDatabase,
    readonly started: boolean,
    private readonly loss: LossOptions,
  ) {
    this.rejoinWhenLost();
  }

  /** Starts or joins the server, and creates its database. */
  static async begin(server: PostgresServer, loss: LossOptions): Promise<ServerUse> {
    for (;;) {
      const { session, started } = await server.startAndConnect();
      try {
        await hold(session);
        return new ServerUse(server, session, await ensureServiceDatabase(session), started, loss);
      } catch (error) {
        // The last other user has stopped the server in the meantime, or the server recovers from a crash of one of its
        // processes.
        if (isServerLoss(error)) continue;
        await leave(session, server);
        throw error;
      }
    }
  }

  /** Ends the use; the last user stops the server. */
  async end(): Promise<void> {
    this.over.abort();
    await this.rejoining;
    try {
      await leave(this.session, this.server);
    } catch (error) {
      if (!isServerLoss(error)) throw error;
      const session = await this.server.connect();
      if (session) await leave(session, this.server);
    }
  }

  private get isOver(): boolean {
    return this.over.signal.aborted;
  }

  /** A server that recovers or restarts ends every session. */
  private rejoinWhenLost(): void {
    this.session.once('end', () => {
      if (!this.isOver) this.rejoining = this.rejoin();
    });
  }

  private async rejoin(): Promise<void> {
    let session = await this.connect(() => this.server.connect());
    for (let pause = firstPause(); !session && this.loss.restart; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await sleep(pause, undefined, { signal: this.over.signal }).catch(() => undefined);
      if (this.isOver) return;
      session = await this.connect(async () => (await this.server.connect()) ?? this.startAgain());
    }
    if (!session) return;
    if (this.isOver || this.hasMoved(session)) return session.end();
    this.session = session;
    this.rejoinWhenLost();
    // A session that fails has ended, which starts this again.
    await hold(session).catch(() => undefined);
  }

  private async connect(connect: () => Promise<Client | undefined>): Promise<Client | undefined> {
    try {
      return await connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.loss.warn(`The embedded PostgreSQL server cannot be used: ${reason}`);
      return undefined;
    }
  }

  private startAgain(): Promise<Client | undefined> {
    this.loss.warn(`The embedded PostgreSQL server has ended; it is started again on port ${this.port}.`);
    return this.server.startAgain(this.port);
  }

  /** The clients of this process know only the port at which they began. */
  private hasMoved({ port }: Client): boolean {
    if (port === this.port) return false;
    this.loss.warn(
      `The embedded PostgreSQL server now runs on port ${port}, because port ${this.port} was in use: restart this process.`,
    );
    return true;
  }

  private get port(): number {
    return Number(new URL(this.database.url).port);
  }
}

async function hold(session: Client): Promise<void> {
  await session.query('SELECT pg_advisory_lock_shared($1)', [USERS]);
}

async function leave(session: Client, server: PostgresServer): Promise<void> {
  try {
    await session.query('SELECT pg_advisory_unlock_all()');
    const { rows } = await session.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [USERS]);
    if (rows[0]?.last) await server.stop();
  } finally {
    await session.end();
  }
}
