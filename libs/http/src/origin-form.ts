import type { NextFunction, Request, Response } from 'express';

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * A proxy's form of a request target (`GET http://host/path`) becomes the path alone, before anybody has read it: no
 * route, link or log line has to know the form, and none repeats a host that the client made up.
 */
export function originForm(request: Request, _: Response, next: NextFunction): void {
  if (!request.url.startsWith('/') && ABSOLUTE.test(request.url)) {
    const target = request.url.replace(ABSOLUTE, '');
    request.url = target.startsWith('/') ? target : `/${target}`;
    request.originalUrl = request.url;
  }
  next();
}
