import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit as expressRateLimit } from 'express-rate-limit';
import { problems } from './problem.js';

/** At most `requests` in any `seconds`, counted for each access key (else address) on each instance. */
export function rateLimit({ requests, seconds }: { requests: number; seconds: number }): RequestHandler {
  return expressRateLimit({
    windowMs: seconds * 1000,
    limit: requests,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (request) => {
      const key = request.headers['x-access-key'];
      return typeof key === 'string' ? `key ${key}` : ipKeyGenerator(request.ip ?? '');
    },
    handler: (_request, response, next) => {
      next(problems.tooManyRequests(Number(response.getHeader('Retry-After') ?? seconds)));
    },
  });
}
