import type { Socket } from 'node:net';

/** How long a client that has its answer may still be sending, without a pause, and in all. */
const PAUSE_MS = 5_000;
const WHOLE_MS = 30_000;

/**
 * Closes a connection that the client may still be sending on. To close it at once would reset it, and the client could lose the
 * answer that it has not read yet. So our side ends, what still comes is read by whoever reads it, and the client closes.
 */
export function lingeringClose(socket: Socket): void {
  const destroy = () => void socket.destroy();
  const whole = setTimeout(destroy, WHOLE_MS).unref();
  socket
    .once('close', () => clearTimeout(whole))
    .setTimeout(PAUSE_MS, destroy)
    .end();
}
