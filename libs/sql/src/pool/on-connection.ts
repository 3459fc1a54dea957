import type { PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import { ConnectionLostError, isConnectionLoss } from './connection-loss.js';

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
