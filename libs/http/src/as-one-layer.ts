import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Combines several handlers into one layer: the router matches every layer against every request, which takes time. */
export function asOneLayer(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    let at = 0;
    const proceed = (error?: unknown): void => {
      const handler = handlers[at++];
      if (error !== undefined || !handler) next(error);
      else void handler(request, response, proceed);
    };
    proceed();
  };
}
