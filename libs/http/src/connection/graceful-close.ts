import type { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';

/** Calls back once a response is sent or its client has left; at once if it already has, because the event does not repeat. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}

/** How long a client may continue to send after it has its response: without a pause, and in total. */
const PAUSE_MS = 5_000;
const WHOLE_MS = 30_000;

/**
 * Closes a connection on which the client may still be sending. Closing at once would reset it, and the client could
 * lose the response. So this side ends, the rest is read and discarded, and the client closes.
 */
export function gracefulClose(socket: Socket): void {
  const destroy = () => void socket.destroy();
  const whole = setTimeout(destroy, WHOLE_MS).unref();
  socket
    .once('close', () => clearTimeout(whole))
    .setTimeout(PAUSE_MS, destroy)
    .end();
}
