import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from '@app/process';
import { isConnectionLoss, isServerFull } from '@app/sql';
import { Client } from 'pg';

const TRY_MS = 3_000;
const PAUSE_MS = 500;

interface Wait {
  readonly seconds: number;
  /** Ends the wait immediately. */
  readonly signal: AbortSignal;
  /** Called once, with the reason, if the database is unavailable. */
  readonly onWait: (reason: unknown) => void;
}

/**
 * Waits until the database executes statements.
 * @returns false if the signal ended the wait
 * @throws the reason, after the timeout, or immediately if an operator must fix it (a wrong password, role or
 *   database)
 */
export async function waitForDatabase(url: string, { seconds, signal, onWait }: Wait): Promise<boolean> {
  const until = performance.now() + seconds * 1_000;
  const stopped = aborted(signal);
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const failure = await Promise.race([stopped, failureOf(url)]);
    if (signal.aborted) break;
    if (!failure) return true;
    if (!mayPass(failure.error) || performance.now() >= until) throw failure.error;
    if (isFirst) onWait(failure.error);
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** Why the database does not execute a statement; undefined if it does. */
async function failureOf(url: string): Promise<{ readonly error: unknown } | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TRY_MS, query_timeout: TRY_MS });
  client.on('error', () => undefined); // the statement reports it
  try {
    await client.connect();
    // A pooler accepts connections even if the server behind it is unavailable.
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    return { error };
  } finally {
    void client.end().catch(() => undefined);
  }
}

const mayPass = (error: unknown): boolean => isConnectionLoss(error) || isServerFull(error);
