import { hash } from 'node:crypto';
import {
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type CallHandler,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { problems } from './problem.js';

/** The conditions of a write (RFC 9110, 13.1). */
export interface Preconditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The conditions of the request, as a handler parameter. */
export const CurrentPreconditions = createParamDecorator((_: unknown, context: ExecutionContext): Preconditions => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
});

/** A strong ETag: the version, which `If-Match` is compared with, and a hash of the response. */
export function etagOf(version: number, answer: string): string {
  return `"${version}-${hash('sha1', answer, 'base64url').slice(0, 16)}"`;
}

/** A weak ETag: a hash of the contents. */
export const contentTagOf = (answer: string): string => `W/"${hash('sha1', answer, 'base64url')}"`;

/**
 * Compares the conditions of a write with the current version of the resource (D17). The ETags of all representations
 * of a resource begin with its version. @throws PRECONDITION_FAILED
 */
export function ensureMet({ ifMatch, ifNoneMatch }: Preconditions, version: number): void {
  const isOfVersion = (tag: string): boolean => tag.startsWith(`"${version}-`) && tag.endsWith('"');
  if (ifMatch !== undefined && !isAny(ifMatch) && !tagsOf(ifMatch).some(isOfVersion)) {
    throw problems.preconditionFailed('If-Match');
  }
  if (ifNoneMatch === undefined) return;
  if (isAny(ifNoneMatch) || tagsOf(ifNoneMatch).some((tag) => isOfVersion(tag.replace(/^W\//, '')))) {
    throw problems.preconditionFailed('If-None-Match');
  }
}

/**
 * Whether `If-Match` of a read lists the ETag of the response, in any coding; weak tags never match (RFC 9110,
 * 8.8.3.2).
 */
const isMatched = (ifMatch: string, tag: string): boolean =>
  isAny(ifMatch) || (!tag.startsWith('W/') && tagsOf(ifMatch).map(withoutCoding).includes(withoutCoding(tag)));

const isAny = (condition: string): boolean => condition.trim() === '*';

const tagsOf = (condition: string): string[] => condition.split(',').map((tag) => tag.trim());

/** Removes the suffix that `tagInCoding` adds. */
const withoutCoding = (tag: string): string => tag.replace(/-(?:br|gzip)"$/, '"');

const OPAQUE = /"[^"]*"/g;

/** Whether `If-None-Match` lists a tag. The comparison is weak (RFC 9110, 13.1.2). */
export function listsTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.match(OPAQUE)?.includes(tag.replace(/^W\//, '')) === true;
}

/**
 * Makes `If-None-Match` alone decide whether a response with an ETag is 304 (B33). Express reads `request.fresh` before
 * it sends; its own version sends a full response for `Cache-Control: no-cache`, which every `fetch` sends.
 * @param prototype the prototype of the application's requests
 */
export function decideByTag(prototype: Request): void {
  Object.defineProperty(prototype, 'fresh', { configurable: true, get: isFresh });
}

function isFresh(this: Request): boolean {
  const named = this.headers['if-none-match'];
  if (named === undefined || (this.method !== 'GET' && this.method !== 'HEAD')) return false;
  const { res: response } = this;
  const tag = response?.getHeader('ETag');
  if (!response || typeof tag !== 'string') return false;
  const { statusCode } = response;
  const isRead = (statusCode >= 200 && statusCode < 300) || statusCode === 304;
  return isRead && (named.trim() === '*' || listsTag(named, tag));
}

/**
 * Rejects a read whose `If-Match` does not match the response (RFC 9110, 13.1.1). Writes compare it with the locked
 * row.
 */
@Injectable()
export class IfMatchInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { method, headers } = http.getRequest<Request>();
    const ifMatch = headers['if-match'];
    if (ifMatch === undefined || (method !== 'GET' && method !== 'HEAD')) return next.handle();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      tap(() => {
        const tag = response.getHeader('ETag');
        if (typeof tag !== 'string' || isMatched(ifMatch, tag)) return;
        for (const name of response.getHeaderNames()) if (OF_ANSWER.has(name)) response.removeHeader(name);
        throw problems.preconditionFailed('If-Match');
      }),
    );
  }
}

/** The headers that describe a successful response, and must not be sent with an error. */
const OF_ANSWER: ReadonlySet<string> = new Set(['etag', 'link', 'content-encoding', 'changes-cursor']);
