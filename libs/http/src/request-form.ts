import type { NextFunction, Request, Response } from 'express';
import { problems } from './problem.js';

/** Handles requests that Node and Express would reject with responses of their own form. */
export function requestForm(request: Request, _: Response, next: NextFunction): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    next(problems.malformedRequest('An HTTP/1.1 request must have the header Host.'));
    return;
  }
  if (request.url.includes('#')) {
    next(problems.malformedRequest('The request target has a fragment; write # as %23.'));
    return;
  }
  if (WRITES.has(request.method) && endsInSlash(request.url)) {
    next(problems.routeNotFound());
    return;
  }
  request.url = withReadablePath(request.url);
  next();
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Clients resolve `/websites/12/credentials/..` to `/websites/12/`. For a write that is another path than `/websites/12`: else
 * a wrong id would delete the account.
 */
const endsInSlash = (url: string): boolean => /^[^?]*(?:\/|%2f)(?:\?|$)/i.test(url);

/** A `%` that starts no valid escape is taken literally, so that the lookup gives 404 (D2). */
function withReadablePath(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  const segments = path.split('/').map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')));
  return segments.join('/') + url.slice(path.length);
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
