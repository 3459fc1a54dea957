import type { NextFunction, Request, Response } from 'express';
import { Header } from '@nestjs/common';

/**
 * Declares that a handler returns a secret: neither the service nor a proxy may store or compress the response. The
 * length of a compressed response reveals whether injected text occurs in the rest (BREACH).
 */
export const AnswersSecret = (): MethodDecorator => Header('Cache-Control', 'no-store, no-transform');

/** Responses are private to the caller, must be revalidated, have a fixed media type, and vary by coding. */
export function standardHeaders(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Vary', 'Accept-Encoding');
  next();
}
