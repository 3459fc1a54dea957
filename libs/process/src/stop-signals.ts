/** The reason of an abort by SIGTERM or Ctrl-C. */
export class Interruption extends Error {
  override readonly name = 'Interruption';

  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super('Interrupted; uncommitted work was rolled back');
  }
}

/** Stop requests by SIGINT and SIGTERM. */
export interface StopSignals {
  /** Aborted by the first signal, with an `Interruption`: shut down gracefully. */
  readonly asked: AbortSignal;
  /** Aborted by the second signal: stop immediately. */
  readonly insisted: AbortSignal;
}

/** Two signals within this time count as one, because npm forwards a Ctrl-C that the terminal also sends. */
const SAME_MS = 500;

/** Installs the signal handlers, after which signals no longer end the process. Must be called once. */
export function stopSignals(): StopSignals {
  const [asked, insisted] = [new AbortController(), new AbortController()];
  let askedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!asked.signal.aborted) {
        askedAt = performance.now();
        asked.abort(new Interruption(signal));
      } else if (performance.now() - askedAt > SAME_MS) insisted.abort(new Interruption(signal));
    });
  }
  return { asked: asked.signal, insisted: insisted.signal };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
