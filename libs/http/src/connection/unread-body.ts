import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../body/has-body.js';
import { gracefulClose } from './graceful-close.js';

/** Closes the connection after a response to a request whose body was not read to its end: nothing reads the rest. */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse; // writeHead has overloads
  response.writeHead = (...args: unknown[]) => {
    if (!request.readableEnded) {
      response.setHeader('Connection', 'close');
      const { socket } = request;
      // Node calls this after the response has been written, and discards the rest of the body.
      socket.destroySoon = () => gracefulClose(socket);
    }
    return writeHead(...args);
  };
}
