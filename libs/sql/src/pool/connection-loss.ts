import type { PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';

/** The server is starting, stopping, was killed, or a pooler has lost it; SQLSTATE. */
const ENDED = /^(08|57P0)/;
/** Errors of the network, by Node.js. */
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Errors of the driver, which have no code. */
const BROKEN = /connection terminated|connection timeout|timeout expired|read timeout|not queryable/i;

/** The connection of a transaction or of a session ended, whatever was under way. */
class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  /** The SQLSTATE `connection_failure`. */
  readonly code = '08006';

  constructor(cause: Error) {
    super(`The connection to the database was lost: ${cause.message}`, { cause });
  }
}

/** Whether an error says that a connection to the database ended, or could not be made; not that a statement failed. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return ENDED.test(code) || UNREACHABLE.has(code) || BROKEN.test(error.message);
}

/**
 * Runs work on the connection of a query runner. When the connection ends between two statements, TypeORM releases the
 * runner, and every later error is about that: the end of the connection is thrown in its place.
 */
export async function onConnection<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  const client = (await runner.connect()) as PoolClient; // the driver is node-postgres
  let loss: Error | undefined;
  const onError = (error: Error): void => {
    loss ??= error;
  };
  client.on('error', onError);
  try {
    return await work();
  } catch (error) {
    throw loss && !tellsLoss(error) ? new ConnectionLostError(loss) : error;
  } finally {
    client.off('error', onError);
  }
}

/** Whether an error has the reason of the loss: errors of the driver without a code only tell that there is one. */
const tellsLoss = (error: unknown): boolean => isConnectionLoss(error) && error instanceof Error && 'code' in error;
