import { problems } from '@app/http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/**
 * The alias paths. Accounts have another name, and the canonical path of their root depends on the method; all other
 * aliases only omit `/api`.
 */
const ALIASES: readonly [alias: RegExp, canonical: string | Readonly<Record<string, string>>][] = [
  [/^\/v1\/accounts\/?$/, { GET: '/api/v1/websites', HEAD: '/api/v1/websites', POST: '/api/v1/accounts' }],
  [/^\/v1\/accounts(?=\/)/, '/api/v1/websites'],
  [/^\/v1(?=\/)/, '/api/v1'],
];

/** Rewrites an alias to its canonical path; `originalUrl` stays unchanged. */
@Injectable()
export class RouteAliasMiddleware implements NestMiddleware<Request, Response> {
  use(request: Request, _: Response, next: NextFunction): void {
    // Every request passes here, so the first test is cheap.
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
