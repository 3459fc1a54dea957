import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { NextFunction, Request, Response } from 'express';
import { clientAddress } from './rate-limit/client-address.js';
import { limitsOf } from './rate-limit/rate-limits.js';

/** What scripts of other origins may read beside the headers that all may. */
const EXPOSED = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Changes-Cursor',
] as const;

/** What they may send. */
const ALLOWED = [
  'X-Access-Key',
  'X-Secret-Key',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Last-Event-ID',
] as const;

/** For how long a browser may keep the answer to a preflight; browsers have lower limits of their own. */
const MAX_AGE_SECONDS = 86_400;

/** Scripts of these origins may call the service (B21). Keys are sent by them, and never by the browser: no cookies. */
export const crossOrigin = (origins: readonly string[]): CorsOptions => ({
  origin: [...origins],
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: [...ALLOWED],
  exposedHeaders: [...EXPOSED],
  maxAge: MAX_AGE_SECONDS,
});

/** Counts preflights, which have no credentials, as probes are: per address. */
export function limitPreflights(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'OPTIONS') {
    const limits = limitsOf(request);
    limits?.spend(limits.probes, clientAddress(request), request, response);
  }
  next();
}
