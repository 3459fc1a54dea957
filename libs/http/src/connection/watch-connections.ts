import type { Server, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { problems } from '../problem.js';
import { answerParserError, answerUnread } from './parser-error.js';
import { hasBody } from '../body/stream-body.js';
import { gracefulClose } from './graceful-close.js';

/** Closes the connection after the response if the body was not read completely. */
function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  // writeHead has overloads.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    if (!request.readableEnded) {
      response.setHeader('Connection', 'close');
      const { socket } = request;
      // Node calls this after it has written the response, and discards the rest of the body.
      socket.destroySoon = () => gracefulClose(socket);
    }
    return writeHead(...args);
  };
}

/** Maximum time for the head of a request to arrive. */
const HEAD_MS = 20_000;
/**
 * How long a connection may be idle between requests. Proxies and load balancers mostly wait 60 s: if the service
 * closed a connection first, it could lose a request that a proxy is sending on it.
 */
const IDLE_MS = 75_000;

/** Handles what handlers cannot: unread bodies, unparsable requests, and clients that never finish. */
export function watchConnections(server: Server, logger: Logger, publicUrl = ''): void {
  const unread = { logger, publicUrl };
  server.headersTimeout = HEAD_MS;
  server.keepAliveTimeout = IDLE_MS;
  // The code that reads a body limits its time (ADR 10), because a feed may arrive slowly.
  server.requestTimeout = 0;
  server.prependListener('request', closeAfterUnreadBody);
  // Without a listener, Node would request the body before the credentials are checked, and reject other expectations.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request, response) => void server.emit('request', request, response));
  }
  server.on('connect', (_, socket: Socket) => {
    answerUnread(socket, problems.malformedRequest('The service is not a proxy: it does not support CONNECT.'), unread);
  });
  // The server is a TCP server.
  server.on('clientError', (error, socket) => answerParserError(error, socket as Socket, unread));
}
