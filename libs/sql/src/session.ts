import { faultLine, OperatorError } from '@app/process';
import { DataSource, type QueryRunner } from 'typeorm';
import { connectionConfig } from './pool/connection-config.js';
import { databaseOf } from './pool/database.js';
import type { ServerLimits } from './pool/limited-client.js';
import { onConnection } from './pool/on-connection.js';

/** One for the session, and one for the queries of TypeORM at connect. */
const CONNECTIONS = 2;

/**
 * Runs `work` on a connection that no pooler shares: session state such as a lock is kept, and there is no statement
 * timeout.
 *
 * @throws OperatorError when the database is reached through a pooler and no direct URL is configured
 */
export async function inSession<T>(dataSource: DataSource, work: (session: QueryRunner) => Promise<T>): Promise<T> {
  const { url, directUrl } = databaseOf(dataSource).settings;
  const limits: ServerLimits = { statementTimeoutMs: 0, isPooled: false };
  const extra = connectionConfig(directUrl ?? url, limits);
  const direct = await new DataSource({ type: 'postgres', poolSize: CONNECTIONS, extra })
    .initialize()
    .catch((error: unknown) => fail(error, directUrl !== undefined));
  const session = direct.createQueryRunner();
  try {
    if (limits.isPooled)
      throw new OperatorError('DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL as well');
    return await onConnection(session, () => work(session));
  } finally {
    await session.release();
    await direct.destroy();
  }
}

/** A fault of a connection names the variable that has to be mended. */
function fail(error: unknown, isDirect: boolean): never {
  const line = isDirect ? faultLine(error) : undefined;
  throw line === undefined ? error : new OperatorError(line.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'));
}
