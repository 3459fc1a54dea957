import { setTimeout as sleep } from 'node:timers/promises';

/** Between two requests to cancel. */
const AGAIN_MS = 100;

/**
 * Cancels the statement of a backend when a signal is aborted. It repeats the request until the statement ends: a request
 * that reaches the backend before the statement has no effect.
 */
export class BackendCancellation {
  private readonly ended = new AbortController();
  private asking: Promise<void> = Promise.resolve();
  private readonly begin = (): void => {
    this.asking = this.askUntilEnded();
  };

  /** @param ask sends one request to cancel */
  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly ask: () => Promise<unknown>,
  ) {
    signal?.addEventListener('abort', this.begin, { once: true });
  }

  /** Call it after the statement. Resolves when no request is under way, which could cancel the backend's next statement. */
  settled(): Promise<void> {
    this.signal?.removeEventListener('abort', this.begin);
    this.ended.abort();
    return this.asking;
  }

  private async askUntilEnded(): Promise<void> {
    const { signal } = this.ended;
    while (!signal.aborted) {
      // If all requests fail, the statement ends by itself.
      await this.ask().catch(() => undefined);
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
