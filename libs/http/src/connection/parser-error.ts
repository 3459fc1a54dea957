import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { breakBody } from '../body/stream-body.js';
import { measureUnread } from '../log/request-outcome.js';
import { problemBody, PROBLEM_HEADERS } from '../problem-body.js';
import { problems, type Problem } from '../problem.js';
import { gracefulClose } from './graceful-close.js';

/** A connection of node:http; `_httpMessage` is its current response, as in Node's own handler. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Sends problem details for a request that Node's parser cannot read, and logs it. */
export function answerParserError(error: NodeJS.ErrnoException, socket: HttpSocket, unread: UnreadAnswers): void {
  const underWay = socket._httpMessage;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const problem = parserProblem(error);
  if (underWay) {
    // The current response is completed as the last of its connection; a body that is being read is aborted.
    underWay.shouldKeepAlive = false;
    if (!underWay.req.complete) breakBody(underWay.req, problem);
    return;
  }
  answerUnread(socket, problem, unread, error.code);
}

/** The dependencies of answers to unreadable requests. */
export interface UnreadAnswers {
  readonly logger: Logger;
  /** The base URL of links; if empty, links are paths. */
  readonly publicUrl: string;
}

/** Sends a problem on a connection that received no valid request, and closes it. */
export function answerUnread(
  socket: Socket,
  problem: Problem,
  { logger, publicUrl }: UnreadAnswers,
  reason?: string,
): void {
  const id = randomUUID();
  const status = problem.getStatus();
  logger.info({ requestId: id, status, reason, address: socket.remoteAddress }, 'request not understood');
  measureUnread(status);
  socket.write(answerText(problem, id, publicUrl));
  // Further bytes are not a request; the parser must not get them.
  socket.removeAllListeners('data').on('data', () => undefined);
  gracefulClose(socket);
}

function parserProblem({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problems.headersTooLarge();
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return problems.bodyTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problems.requestTimeout();
  return problems.malformedRequest('This is not an HTTP request.');
}

function answerText(problem: Problem, id: string, publicUrl: string): string {
  const body = problemBody(problem, id, publicUrl);
  const headers = {
    Date: new Date().toUTCString(),
    ...PROBLEM_HEADERS,
    'X-Request-Id': id,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.getStatus()} ${STATUS_CODES[problem.getStatus()]}\r\n${lines.join('')}\r\n${body}`;
}
