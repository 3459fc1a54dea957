import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** One line for each request: what was asked, by its id, the status, the time it took. No headers, no secrets. */
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
  }) as RequestHandler; // pino-http speaks node:http, of which Express's request and response are subclasses
}

/** Platforms ask every few seconds, and balancers more often: that is for debugging, whatever the answer is (B35). */
export const isProbe = ({ url = '' }: IncomingMessage): boolean => /^\/(livez|readyz)(\?|$)/.test(url);

/** The log of a request, every line of which carries its id. */
export function requestLog(request: IncomingMessage): Logger {
  return request.log;
}
