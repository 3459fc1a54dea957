import type { NextFunction, Request, Response } from 'express';

/** Responses are private to the caller, must be revalidated, have a fixed media type, and come in several codings. */
export function standardHeaders(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Vary', 'Accept-Encoding');
  next();
}
