import { aborted, stopSignals } from '@app/process';
import { ExitCode } from './command.js';

/** The longest time that the service takes to stop. */
const TIMEOUT_MS = 20_000;

/**
 * Returns a signal that SIGINT and SIGTERM abort, so that work ends in order: the open transaction is rolled back and
 * the server stopped. A second signal, or 20 s, ends the process at once; PostgreSQL then rolls back the open
 * transaction.
 */
export function interruptible(): AbortSignal {
  const { asked, insisted } = stopSignals();
  const end = () => process.exit(ExitCode.failed);
  asked.addEventListener('abort', () => void setTimeout(end, TIMEOUT_MS).unref());
  insisted.addEventListener('abort', end);
  return asked;
}

/** Waits for work that does not support signals, but only until the signal is aborted. @throws Interruption */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // The reason is an Interruption.
  const interrupted = aborted(signal).then(() => Promise.reject(signal.reason as Error));
  return Promise.race([work, interrupted]);
}
