import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { answerParserError } from './parser-error.js';
import { closeAfterUnreadBody } from './unread-body.js';

/** How long the head of a request may take. */
const HEAD_MS = 20_000;
/** What a whole request may take beyond its body: its head, and the look at its credential. */
const BESIDE_BODY_MS = 2 * HEAD_MS;

/** Sees to what no handler sees: bodies that are left unread, requests that are none, clients that never finish. */
export function watchConnections(server: Server, bodySeconds: number, logger: Logger): void {
  server.headersTimeout = HEAD_MS;
  server.requestTimeout = bodySeconds * 1000 + BESIDE_BODY_MS;
  server.prependListener('request', closeAfterUnreadBody);
  // Without a listener Node would ask for the body before anybody knows whose it is, and refuse other expectations.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request, response) => void server.emit('request', request, response));
  }
  server.on('clientError', (error, socket) => answerParserError(error, socket as Socket, logger)); // of a TCP server
}
