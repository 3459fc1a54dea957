/** The reason of an abort: SIGTERM, or Ctrl-C. */
export class Interruption extends Error {
  override readonly name = 'Interruption';

  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super('Interrupted; what was not committed has been taken back');
  }
}

/** The stop requests of SIGINT and SIGTERM. */
export interface StopSignals {
  /** Aborted by the first signal, with an `Interruption`: finish in order. */
  readonly asked: AbortSignal;
  /** Aborted by the second signal: stop at once. */
  readonly insisted: AbortSignal;
}

/** Under npm a Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const SAME_MS = 500;

/** Installs the signal handlers; from then on signals no longer end the process. Call it once. */
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
