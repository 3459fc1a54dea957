import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Several handlers in their order as one: the router looks at each of its layers for every request, which costs. */
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
