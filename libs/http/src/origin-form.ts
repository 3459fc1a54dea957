import type { NextFunction, Request, Response } from 'express';

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Replaces the absolute form of a request target (`GET http://host/path`), as sent to proxies, by the path. It runs
 * first: routes, links and the log see only paths, and no client can make them repeat a host name.
 */
export function originForm(request: Request, _: Response, next: NextFunction): void {
  if (!request.url.startsWith('/') && ABSOLUTE.test(request.url)) {
    const target = request.url.replace(ABSOLUTE, '');
    request.url = target.startsWith('/') ? target : `/${target}`;
    request.originalUrl = request.url;
  }
  next();
}
