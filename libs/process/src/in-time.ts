import { setTimeout as sleep } from 'node:timers/promises';

/** The awaited value, or after the timeout the result of `late`, which may throw. */
export async function inTime<T, Late>(ms: number, awaited: Promise<T>, late: () => Late): Promise<T | Late> {
  const ended = new AbortController();
  try {
    return await Promise.race([awaited, sleep(ms, undefined, { signal: ended.signal, ref: false }).then(late)]);
  } finally {
    ended.abort();
  }
}
