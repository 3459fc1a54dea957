import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../body/has-body.js';
import { lingeringClose } from './lingering-close.js';

/** An answer to a request whose body was not read to its end is the last one of its connection: nobody reads the rest. */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse; // has overloads
  response.writeHead = (...args: unknown[]) => {
    if (!request.readableEnded) {
      response.setHeader('Connection', 'close');
      const { socket } = request;
      // Node calls this when the answer has been written, and throws away what still comes of the body.
      socket.destroySoon = () => lingeringClose(socket);
    }
    return writeHead(...args);
  };
}
