import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ErrorLog } from './logged-error.js';
import { RequestValue } from './request-value.js';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** A request as its log lines name it. */
interface NamedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

/** A request, and where its lines go. */
interface LoggedRequest {
  readonly logger: Logger;
  readonly req: NamedRequest;
  readonly begun: number;
  failure?: Failure;
}

/** Why a request failed. */
interface Failure {
  /** The code of the problem. */
  readonly problem?: string;
  readonly error: unknown;
}

const errors = new ErrorLog();
const logged = new RequestValue<LoggedRequest>('logged request');

/** Every request passes `requestLogger` before anything asks for this. */
const loggedOf = (request: IncomingMessage): LoggedRequest => logged.get(request) as LoggedRequest;

/**
 * Logs one line per request when it is answered, or its client is gone: method, path, request id, status, duration, and
 * why it failed. No headers, no secrets. Nothing is made of a line that the log level leaves out.
 */
export function requestLogger(logger: Logger): RequestHandler {
  // Errors are given as entries: the serializer of pino would make others of them.
  const lines = logger.child({}, { serializers: { err: (entry: unknown) => entry } });
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, originalUrl: url } = request;
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    logged.set(request, { logger: lines, req: { id, method, url }, begun: Date.now() });
    let isLogged = false;
    const log = (error?: Error): void => {
      if (!isLogged) logAnswer(request, response, error);
      isLogged = true;
    };
    response.on('finish', log).on('close', log).on('error', log);
    next();
  };
}

function logAnswer(request: Request, response: Response, thrown: Error | undefined): void {
  const { logger, req, begun, failure = thrown && { error: thrown } } = loggedOf(request);
  const { statusCode: status } = response;
  const hasFailed = failure !== undefined || status >= 500;
  const level = isProbe(request) ? 'debug' : hasFailed ? 'error' : 'info';
  if (!logger.isLevelEnabled(level)) return;
  const isWhole = !request.readableAborted && response.writableEnded;
  const message = hasFailed ? 'request errored' : isWhole ? 'request completed' : 'request aborted';
  const why = failure && { problem: failure.problem, err: errors.entryOf(failure.error) };
  logger[level]({ req, res: { status }, ...why, responseTime: Date.now() - begun }, message);
}

/** Has the line of a request tell why it failed. @param problem the code of the problem */
export function noteFailure(request: IncomingMessage, error: unknown, problem?: string): void {
  loggedOf(request).failure = { error, ...(problem !== undefined && { problem }) };
}

/** Probes arrive every few seconds: they are logged at debug level, whatever the response (B35). */
export const isProbe = ({ url = '' }: IncomingMessage): boolean => /^\/(livez|readyz)(\?|$)/.test(url);

/** The id of a request: the one that its client has given, or one of its own. */
export const requestId = (request: IncomingMessage): string => loggedOf(request).req.id;

/** The logger of a request; every line carries the request id. */
export function requestLog(request: IncomingMessage): Logger {
  const { logger, req } = loggedOf(request);
  return logger.child({ req });
}
