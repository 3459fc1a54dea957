/** Why work ends before it is done: the system wants the process to end, or somebody pressed Ctrl-C. */
export class Interruption extends Error {
  override readonly name = 'Interruption';

  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super('Interrupted; what was under way has been taken back');
  }
}

/** What SIGINT and SIGTERM ask of the process. */
export interface StopSignals {
  /** Aborted by the first signal, with an `Interruption`: end in order. */
  readonly asked: AbortSignal;
  /** Aborted by the next one: end at once. */
  readonly insisted: AbortSignal;
}

/** A Ctrl-C comes twice under npm: from the terminal, and from npm, which passes on what it got itself. */
const SAME_MS = 500;

/** Listens from now on; the process then ends by its own doing alone. To be called once. */
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

/** Fulfilled when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
