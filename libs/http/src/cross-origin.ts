import type { CorsOptions, CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { NextFunction, Request, Response } from 'express';
import { clientAddress } from './rate-limit/client-address.js';
import { limitsOf } from './rate-limit/rate-limits.js';

/** The response headers that scripts of other origins may read. */
const EXPOSED = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Changes-Cursor',
] as const;

/** The request headers that scripts of other origins may send. */
const ALLOWED = [
  'X-Access-Key',
  'X-Secret-Key',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Last-Event-ID',
] as const;

/** How long a browser may cache the response to a preflight; browsers set lower limits. */
const MAX_AGE_SECONDS = 86_400;

/** An OPTIONS request that is not a preflight gets 405, because no path supports the method (D1). */
const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** CORS for scripts of these origins (B21). The scripts send the keys in headers; the service uses no cookies. */
export function crossOrigin(origins: readonly string[]): CorsOptionsDelegate<Request> {
  const options: CorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [...ALLOWED],
    exposedHeaders: [...EXPOSED],
    maxAge: MAX_AGE_SECONDS,
  };
  return (request, answer) => answer(null, { ...options, preflightContinue: !isPreflight(request) });
}

/** Counts preflights by address, as probes are, because they have no credentials. */
export function limitPreflights(request: Request, response: Response, next: NextFunction): void {
  if (isPreflight(request)) {
    const limits = limitsOf(request);
    limits?.spend(limits.probes, clientAddress(request), request, response);
  }
  next();
}
