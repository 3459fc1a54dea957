import { problems } from '@app/http';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/**
 * The table of aliases: the path after `/v1`, and the canonical path, which for the root of accounts depends on the
 * method.
 */
const ALIASES: readonly [alias: RegExp, canonical: string | Readonly<Record<string, string>>][] = [
  [/^\/v1\/accounts\/?$/, { GET: '/api/v1/websites', HEAD: '/api/v1/websites', POST: '/api/v1/accounts' }],
  [/^\/v1\/accounts(?=\/)/, '/api/v1/websites'],
  [/^\/v1\/agents(?=\/|$)/, '/api/v1/agents'],
  [/^\/v1\/suburbs(?=\/|$)/, '/api/v1/suburbs'],
  [/^\/v1\/listings(?=\/|$)/, '/api/v1/listings'],
  [/^\/v1\/properties(?=\/|$)/, '/api/v1/properties'],
  [/^\/v1\/changes(?=\/|$)/, '/api/v1/changes'],
  [/^\/v1\/export(?=\/|$)/, '/api/v1/export'],
  [/^\/v1\/audit(?=\/|$)/, '/api/v1/audit'],
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
