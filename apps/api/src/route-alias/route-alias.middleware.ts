import { problems } from '@app/http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/**
 * The table of aliases: accounts have another name, and the canonical path of their root depends on the method; all others
 * only leave out `/api`.
 */
const ALIASES: readonly [alias: RegExp, canonical: string | Readonly<Record<string, string>>][] = [
  [/^\/v1\/accounts\/?$/, { GET: '/api/v1/websites', HEAD: '/api/v1/websites', POST: '/api/v1/accounts' }],
  [/^\/v1\/accounts(?=\/)/, '/api/v1/websites'],
  [/^\/v1(?=\/)/, '/api/v1'],
];

/** Rewrites an overview form to its canonical path; `originalUrl` is not changed. */
@Injectable()
export class RouteAliasMiddleware implements NestMiddleware<Request, Response> {
  use(request: Request, _: Response, next: NextFunction): void {
    // A cheap test first: every request passes here.
    if (request.url.startsWith('/v1/')) request.url = canonicalUrl(request);
    next();
  }
}

/** @throws METHOD_NOT_ALLOWED */
function canonicalUrl({ url, method }: Request): string {
  const [path = '', search = ''] = url.split(/(\?.*)/s, 2);
  const [alias, canonical] = ALIASES.find(([known]) => known.test(path)) ?? [];
  if (!alias || !canonical) return url;
  const target = typeof canonical === 'string' ? canonical : canonical[method];
  if (target === undefined) throw problems.methodNotAllowed(Object.keys(canonical));
  return path.replace(alias, target) + search;
}
