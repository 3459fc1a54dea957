import { setTimeout as sleep } from 'node:timers/promises';

/** Short for a statement that nobody waits for any more, long for a server that is busy. */
const AGAIN_MS = 100;

/**
 * Cancels what a backend executes once a signal is aborted. It is asked for again until the statement has ended: what
 * reaches the backend before the statement does is lost.
 */
export class BackendCancellation {
  private readonly ended = new AbortController();
  private asking: Promise<void> = Promise.resolve();
  private readonly begin = (): void => {
    this.asking = this.askUntilEnded();
  };

  /** @param ask asks the server once to cancel what the backend executes */
  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly ask: () => Promise<unknown>,
  ) {
    signal?.addEventListener('abort', this.begin, { once: true });
  }

  /** The statement has ended. Resolves when nothing is cancelled any more: it could be the next statement of the backend. */
  settled(): Promise<void> {
    this.signal?.removeEventListener('abort', this.begin);
    this.ended.abort();
    return this.asking;
  }

  private async askUntilEnded(): Promise<void> {
    const { signal } = this.ended;
    while (!signal.aborted) {
      // If all of them fail, the statement ends by itself.
      await this.ask().catch(() => undefined);
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
