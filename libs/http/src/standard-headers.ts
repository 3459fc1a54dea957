import type { NextFunction, Request, Response } from 'express';

/** Answers belong to the caller, are asked for again, and are what they say they are. */
export function standardHeaders(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}
