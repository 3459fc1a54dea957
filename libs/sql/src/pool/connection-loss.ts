import { NETWORK_ERRORS } from '@app/process';
import type { PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';

/** SQLSTATE classes: the server starts, stops or was killed, or a pooler has lost it. */
const ENDED = /^(08|57P0)/;
/** Messages of driver errors without a code. */
const BROKEN = /connection terminated|connection timeout|timeout expired|read timeout|not queryable/i;

/** The connection of a transaction or of a session ended. */
class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  /** The SQLSTATE `connection_failure`. */
  readonly code = '08006';

  constructor(cause: Error) {
    super(`The connection to the database was lost: ${cause.message}`, { cause });
  }
}

/** Whether an error reports a lost or failed database connection, rather than a failed statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return ENDED.test(code) || NETWORK_ERRORS.has(code) || BROKEN.test(error.message);
}

/**
 * Runs work on the connection of a query runner. If the connection ends between two statements, TypeORM releases the
 * runner, and later errors only report the release; this function throws the loss of the connection instead.
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

/** Whether an error contains the cause of the loss; driver errors without a code do not. */
const tellsLoss = (error: unknown): boolean => isConnectionLoss(error) && error instanceof Error && 'code' in error;
