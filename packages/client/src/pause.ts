/** The longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits. @throws the reason of the signal when it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, LONGEST_MS),
    );
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Returns a delay that doubles with each failure. It is random, so that clients that failed together do not retry
 * together.
 */
export const backoffMs = (failures: number, first: number, longest: number): number =>
  Math.min(longest, first * 2 ** failures) * (0.5 + Math.random() / 2);
