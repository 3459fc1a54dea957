import type { NextFunction, Request, Response } from 'express';

/** Responses are private to the caller, must be revalidated, and have a fixed media type. */
export function standardHeaders(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}
