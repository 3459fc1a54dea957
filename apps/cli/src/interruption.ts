/** Somebody pressed Ctrl-C, or the system wants the process to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/** Aborts at SIGINT or SIGTERM, so that the work ends in order: what is under way is taken back, and the server stopped. */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new Interruption('Interrupted; what was under way has been taken back'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, abort);
  return controller.signal;
}
