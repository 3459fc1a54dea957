import type { Request } from 'express';
import { listsTag } from './preconditions.js';

/**
 * `If-None-Match` alone decides whether a response with an ETag is 304 (B33). Express calls `fresh` of the request
 * before it sends; its own version gives a full response for `Cache-Control: no-cache`, which every `fetch` sends.
 *
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
