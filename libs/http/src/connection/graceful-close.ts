import type { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';

/** Calls back when a response has been sent or its client has left; immediately if the response is already closed. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}

/** How long a client may continue to send after its response: without a pause, and in total. */
const PAUSE_MS = 5_000;
const WHOLE_MS = 30_000;

/**
 * Closes a connection on which the client may still be sending. An immediate close would reset the connection, and the
 * client could lose the response. This side ends, discards the remaining bytes, and lets the client close.
 */
export function gracefulClose(socket: Socket): void {
  const destroy = () => void socket.destroy();
  const whole = setTimeout(destroy, WHOLE_MS).unref();
  socket
    .once('close', () => clearTimeout(whole))
    .setTimeout(PAUSE_MS, destroy)
    .end();
}
