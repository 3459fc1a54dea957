import { ADVISORY_LOCKS } from '@app/sql';
import type { Client } from 'pg';
import { isServerLoss, type PostgresServer } from './postgres-server.js';
import { ensureServiceDatabase, type ServiceDatabase } from './service-database.js';

const USERS = ADVISORY_LOCKS.embeddedServerUsers;

/**
 * A process's use of a server: a session that holds a shared lock. PostgreSQL releases the lock when the process ends,
 * even if it is killed. A user that leaves stops the server if no other user holds the lock.
 */
export class ServerUse {
  private isOver = false;

  private constructor(
    private readonly server: PostgresServer,
    private session: Client,
    readonly database: ServiceDatabase,
    readonly started: boolean,
  ) {
    this.rejoinWhenLost();
  }

  /** Starts or joins the server, and creates its database. */
  static async begin(server: PostgresServer): Promise<ServerUse> {
    for (;;) {
      const { session, started } = await server.startAndConnect();
      try {
        await hold(session);
        return new ServerUse(server, session, await ensureServiceDatabase(session), started);
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
    this.isOver = true;
    try {
      await leave(this.session, this.server);
    } catch (error) {
      if (!isServerLoss(error)) throw error;
      const session = await this.server.connect();
      if (session) await leave(session, this.server);
    }
  }

  /** A server that recovers or restarts ends every session. */
  private rejoinWhenLost(): void {
    this.session.once('end', () => {
      if (!this.isOver) this.rejoin().catch(() => undefined);
    });
  }

  private async rejoin(): Promise<void> {
    const session = await this.server.connect();
    if (!session) return;
    if (this.isOver) return session.end();
    this.session = session;
    this.rejoinWhenLost();
    await hold(session);
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
