import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isMeasured } from '@app/config';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { exactAddress } from '../rate-limit/client-address.js';
import { RequestValue } from '../request-value.js';
import { ErrorLog, RepeatedFailures } from './logged-error.js';
import { publicPath, wholePath, type IsPlainValue } from './logged-path.js';
import { bytesOf, measure, routeOf, statusOf, type CacheOutcome, type RequestOutcome } from './request-outcome.js';

/** W3C Trace Context: version, trace id, parent id, flags. Version ff and ids of zeros are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const LENGTH = 55;

/** The id of the trace that a request belongs to; undefined without a valid `traceparent`. */
function traceIdOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' && traceparent.length === LENGTH
    ? TRACEPARENT.exec(traceparent)?.[1]
    : undefined;
}

const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** Control characters and other invisible characters in a text that a user has chosen. */
const INVISIBLE = /\p{C}/gu;

/** The caller of a request, in its log line. */
export interface LoggedCaller {
  readonly role: 'operator' | 'account';
  readonly websiteID?: number;
  /** The label of the key pair. */
  readonly key?: string;
}

/** Rejected credentials in a log line. */
export interface RefusedKeys {
  readonly authFailure: string;
  readonly accessKey?: string;
}

/** A request with the data of its log line. */
interface LoggedRequest {
  readonly logger: Logger;
  readonly id: string;
  /** In milliseconds of `performance.now()`. */
  readonly begun: number;
  /** Bytes that the connection had sent before this request. */
  readonly sentBefore: number;
  failure: Failure | undefined;
  caller: LoggedCaller | undefined;
  refused: RefusedKeys | undefined;
  cache: CacheOutcome | undefined;
}

/** Why a request failed. */
interface Failure {
  /** The code of the problem. */
  readonly problem?: string;
  readonly error: unknown;
}

/** The declared query parameters decide which parts of a query string are logged. */
export interface LoggedParameters {
  readonly isPlainValue: IsPlainValue;
  readonly isParameter: (name: string) => boolean;
}

/** Without declarations, no part of a query string is logged. */
const NOTHING_DECLARED: LoggedParameters = { isPlainValue: () => false, isParameter: () => false };

const errors = new ErrorLog();
const unavailable = new RepeatedFailures();
const logged = new RequestValue<LoggedRequest>('logged request');
let inFlight = 0;

/** The number of requests whose response has not ended. */
export const requestsInFlight = (): number => inFlight;

/** `requestLogger` runs first and sets the value for every request. */
const loggedOf = (request: IncomingMessage): LoggedRequest => logged.get(request) as LoggedRequest;

/**
 * Logs one line per request when it ends (B35) and measures it (B34), without headers and secrets. Only the first 503
 * of a second is logged above debug level; the number of repetitions follows. Lines below the log level are not built.
 */
export function requestLogger(logger: Logger, parameters: LoggedParameters = NOTHING_DECLARED): RequestHandler {
  // Errors arrive as log entries, which pino's serializer would change.
  const lines = logger.child({}, { serializers: { err: (entry: unknown) => entry } });
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    const { socket } = request;
    // Node knows the address of a closed connection only if it was read before.
    void socket.remoteAddress;
    const sentBefore = isMeasured() || lines.isLevelEnabled('info') ? socket.bytesWritten : 0;
    logged.set(request, {
      logger: lines,
      id,
      begun: performance.now(),
      sentBefore,
      failure: undefined,
      caller: undefined,
      refused: undefined,
      cache: undefined,
    });
    inFlight += 1;
    let isLogged = false;
    const log = (error?: Error): void => {
      if (isLogged) return;
      isLogged = true;
      inFlight -= 1;
      logAnswer(request, response, parameters, error);
    };
    response.on('finish', log).on('close', log).on('error', log);
    next();
  };
}

function logAnswer(
  request: Request,
  response: Response,
  parameters: LoggedParameters,
  thrown: Error | undefined,
): void {
  const { logger, begun, sentBefore, cache, refused, failure = thrown && { error: thrown } } = loggedOf(request);
  const status = statusOf(response);
  const hasFailed = failure !== undefined || status >= 500;
  const report = (requests: number) => logger.error({ status, requests }, 'more requests errored in this second');
  const isLeftOut = isProbe(request) || (status === 503 && unavailable.isRepeated(report));
  const level = isLeftOut ? 'debug' : hasFailed ? 'error' : refused?.accessKey === undefined ? 'info' : 'warn';
  const isWritten = logger.isLevelEnabled(level);
  if (!isWritten && !isMeasured()) return;
  const outcome: RequestOutcome = {
    method: request.method,
    route: routeOf(request),
    status,
    bytes: bytesOf(request, response, sentBefore),
    durationMs: Math.round((performance.now() - begun) * 10) / 10,
    cache,
  };
  if (isMeasured()) measure(outcome);
  if (!isWritten) return;
  const isWhole = !request.readableAborted && response.writableEnded;
  const message = hasFailed ? 'request errored' : isWhole ? 'request completed' : 'request aborted';
  const why = failure && { problem: failure.problem, err: errors.entryOf(failure.error) };
  logger[level]({ ...lineOf(request, outcome, parameters), ...refused, ...why }, message);
}

/** The fields of a line, in reading order. */
function lineOf(request: Request, { cache, ...outcome }: RequestOutcome, parameters: LoggedParameters): object {
  const { id, caller, logger } = loggedOf(request);
  const { method, route, status, bytes, durationMs } = outcome;
  const path = logger.isLevelEnabled('debug')
    ? wholePath(request, parameters.isParameter)
    : publicPath(request, parameters.isPlainValue);
  return {
    requestId: id,
    method,
    route,
    path,
    status,
    bytes,
    durationMs,
    caller: caller && shownCaller(caller),
    address: exactAddress(request),
    cache,
    trace_id: traceIdOf(request),
  };
}

/** Adds a failure to the log line of a request. @param problem the code of the problem */
export function logFailure(request: IncomingMessage, error: unknown, problem?: string): void {
  loggedOf(request).failure = { error, ...(problem !== undefined && { problem }) };
}

/** Adds the caller to the log line of a request. */
export function logCaller(request: IncomingMessage, caller: LoggedCaller): void {
  loggedOf(request).caller = caller;
}

const shownCaller = ({ key, ...caller }: LoggedCaller): LoggedCaller =>
  key ? { ...caller, key: key.replaceAll(INVISIBLE, '?') } : caller;

/** Adds rejected credentials to the log line of a request; an access key makes the line a warning. */
export function logRefusedKeys(request: IncomingMessage, refused: RefusedKeys): void {
  loggedOf(request).refused = refused;
}

/** Adds the use of the cache to the log line and the metrics of a request. */
export function logCacheOutcome(request: IncomingMessage, cache: CacheOutcome): void {
  const known = logged.get(request);
  if (known) known.cache = cache;
}

/** Probes arrive every few seconds, so they are logged at debug level, whatever the response (B35). */
export const isProbe = ({ url = '' }: IncomingMessage): boolean => /^\/(livez|readyz)(\?|$)/.test(url);

/** The id of a request: sent by the client, or generated. */
export const requestId = (request: IncomingMessage): string => loggedOf(request).id;

/** The logger of a request; every line carries the request id. */
export function requestLog(request: IncomingMessage): Logger {
  const { logger, id } = loggedOf(request);
  return logger.child({ requestId: id });
}
