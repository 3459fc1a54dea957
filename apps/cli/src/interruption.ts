import { aborted, stopSignals } from '@app/process';
import { ExitCode } from './exit-code.js';

/** As long as the service has. */
const PATIENCE_MS = 20_000;

/**
 * Aborts at SIGINT or SIGTERM, so that the work ends in order: what is under way is taken back, and the server stopped.
 * Whoever asks again, or waits for 20 s, gets the end at once: PostgreSQL then takes back what is under way.
 */
export function interruptible(): AbortSignal {
  const { asked, insisted } = stopSignals();
  const end = () => process.exit(ExitCode.failed);
  asked.addEventListener('abort', () => void setTimeout(end, PATIENCE_MS).unref());
  insisted.addEventListener('abort', end);
  return asked;
}

/** Work that knows no signals, as far as the signal lets it come. @throws Interruption */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const interrupted = aborted(signal).then(() => Promise.reject(signal.reason as Error)); // an Interruption
  return Promise.race([work, interrupted]);
}
