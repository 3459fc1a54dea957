import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** Logs one line per request: method, path, request id, status, duration. No headers, no secrets. */
export function requestLogger(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (request, response) => (isProbe(request) ? 'debug' : response.statusCode >= 500 ? 'error' : 'info'),
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        url: request.url,
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
  }) as RequestHandler; // pino-http has the types of node:http, which Express's request and response extend
}

/** Probes arrive every few seconds: they are logged at debug level, whatever the response (B35). */
export const isProbe = ({ url = '' }: IncomingMessage): boolean => /^\/(livez|readyz)(\?|$)/.test(url);

/** The logger of a request; every line carries the request id. */
export function requestLog(request: IncomingMessage): Logger {
  return request.log;
}
