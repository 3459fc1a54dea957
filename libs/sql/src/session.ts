import { setTimeout as sleep } from 'node:timers/promises';
import { faultLine, OperatorError } from '@app/process';
import { DataSource, type QueryRunner } from 'typeorm';
import { connectionConfig } from './pool/connection-config.js';
import { databaseOf } from './pool/database.js';
import type { ServerLimits } from './pool/limited-client.js';
import { onConnection } from './pool/connection-loss.js';
import { tryLockSession, type AdvisoryLock } from './advisory-locks.js';

/** One connection for the session, and one for TypeORM's queries at connect. */
const CONNECTIONS = 2;

/**
 * Runs `work` on a connection that no pooler shares, so that session state such as a lock is kept. There is no
 * statement timeout.
 * @throws OperatorError if the database is behind a pooler and no direct URL is configured
 */
export async function inSession<T>(dataSource: DataSource, work: (session: QueryRunner) => Promise<T>): Promise<T> {
  const database = databaseOf(dataSource);
  const { directUrl } = database.settings;
  const limits: ServerLimits = { statementTimeoutMs: 0, isPooled: false };
  const extra = connectionConfig(database.sources.reserved, limits);
  const direct = await database
    .onceServerHasRoom(() => new DataSource({ type: 'postgres', poolSize: CONNECTIONS, extra }).initialize())
    .catch((error: unknown) => fail(error, directUrl !== undefined));
  const session = direct.createQueryRunner();
  try {
    if (limits.isPooled)
      throw new OperatorError('DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL as well');
    await database.onceServerHasRoom(() => session.connect());
    await endWithClient(session);
    return await onConnection(session, () => work(session));
  } finally {
    await session.release();
    await direct.destroy();
  }
}

/**
 * Lets the server end the session soon after its process was killed, even while it waits for a lock. Servers on some
 * systems cannot.
 */
const endWithClient = (session: QueryRunner): Promise<unknown> =>
  session.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);

/** Connection errors name the variable to correct. */
function fail(error: unknown, isDirect: boolean): never {
  const line = isDirect ? faultLine(error) : undefined;
  throw line === undefined ? error : new OperatorError(line.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'));
}

const RETRY_MS = 500;

interface Waiting {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when another process holds the lock. */
  readonly onWait: () => void;
}

/**
 * Runs `work` while this process holds an advisory lock; other processes wait. `ensureHeld` throws if the connection
 * that holds the lock is lost, because another process may hold the lock by then. Returns undefined if the signal
 * aborts the wait.
 */
export async function withSessionLock<T>(
  dataSource: DataSource,
  lock: AdvisoryLock,
  { signal, onWait }: Waiting,
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  return inSession(dataSource, async (session) => {
    for (let isFirst = true; !(await tryLockSession(session, lock)); isFirst = false) {
      if (isFirst) onWait();
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
    }
    // The lock is released when the session ends.
    return work(async () => void (await session.query('SELECT 1')));
  });
}
