import type { NextFunction, Request, Response } from 'express';
import { problems } from './problem.js';

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Replaces an absolute request target (`GET http://host/path`), as sent to proxies, by its path. It runs first: routes,
 * links and the log see only paths, and no client can make them repeat a host name.
 */
export function originForm(request: Request, _: Response, next: NextFunction): void {
  if (!request.url.startsWith('/') && ABSOLUTE.test(request.url)) {
    const target = request.url.replace(ABSOLUTE, '');
    request.url = target.startsWith('/') ? target : `/${target}`;
    request.originalUrl = request.url;
  }
  next();
}

/** Rejects requests for which Node and Express would send errors in their own format. */
export function requestForm(request: Request, _: Response, next: NextFunction): void {
  const fault = targetFault(request) ?? hostFault(request);
  if (fault !== undefined) {
    next(problems.malformedRequest(fault));
    return;
  }
  if (WRITES.has(request.method) && endsInSlash(request.url)) {
    next(problems.routeNotFound());
    return;
  }
  request.url = withReadablePath(request.url);
  next();
}

/** A name or an address, with an optional port. */
const HOST = /^(?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)?$/i;

/** The fault of a request target; `originForm` has already converted http and https URLs to paths. */
function targetFault({ url }: Request): string | undefined {
  if (!url.startsWith('/') && url !== '*') return 'The request target must be a path, or an http or https URL.';
  return url.includes('#') ? 'The request target has a fragment; write # as %23.' : undefined;
}

/** The fault of the `Host` header, which links may repeat. */
function hostFault({ headers: { host }, httpVersion, rawHeaders }: Request): string | undefined {
  if (host === undefined) return httpVersion === '1.1' ? 'An HTTP/1.1 request must have the header Host.' : undefined;
  if (!HOST.test(host)) return 'The header Host must be a host name or an address, and a port.';
  const isRepeated = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
  return isRepeated ? 'The header Host must be given only once.' : undefined;
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Clients resolve `/websites/12/credentials/..` to `/websites/12/`. A write to this path is rejected, so that a wrong
 * credential id does not delete the account.
 */
const endsInSlash = (url: string): boolean => /^[^?]*(?:\/|%2f)(?:\?|$)/i.test(url);

/** Takes a `%` that starts no valid escape literally, so that the lookup responds with 404 (D2). */
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
