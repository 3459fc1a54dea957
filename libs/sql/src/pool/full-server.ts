import { setTimeout as sleep } from 'node:timers/promises';

/** SQLSTATE: the server has no free connection. Nothing was sent, so even writes may be repeated. */
const TOO_MANY_CONNECTIONS = '53300';
const PAUSE_MS = 500;

/** Repeats work whose connection a full server refuses. @param until in milliseconds of `performance.now()` */
export async function whileServerIsFull<T>(until: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isServerFull(error) || performance.now() + PAUSE_MS > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

export const isServerFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS;
