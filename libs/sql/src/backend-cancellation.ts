import { setTimeout as sleep } from 'node:timers/promises';

/** The interval between two cancellation requests. */
const AGAIN_MS = 100;

/**
 * Cancels the statement of a backend when a signal is aborted. The request is repeated until the statement ends,
 * because a request that reaches the backend before the statement has no effect.
 */
export class BackendCancellation {
  private readonly ended = new AbortController();
  private asking: Promise<void> = Promise.resolve();
  private readonly begin = (): void => {
    this.asking = this.askUntilEnded();
  };

  /** @param ask sends one cancellation request */
  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly ask: () => Promise<unknown>,
  ) {
    signal?.addEventListener('abort', this.begin, { once: true });
  }

  /**
   * Call it after the statement. It resolves when no cancellation request is in progress, so that none can hit the
   * backend's next statement.
   */
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
