import { setTimeout as sleep } from 'node:timers/promises';

/** What is waited for, for at most so long; then what `late` returns, or throws. */
export async function inTime<T, Late>(ms: number, awaited: Promise<T>, late: () => Late): Promise<T | Late> {
  const ended = new AbortController();
  try {
    return await Promise.race([awaited, sleep(ms, undefined, { signal: ended.signal, ref: false }).then(late)]);
  } finally {
    ended.abort();
  }
}
