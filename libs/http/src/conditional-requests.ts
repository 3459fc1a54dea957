import type { Request } from 'express';
import { listsTag } from './preconditions.js';

/**
 * `If-None-Match` alone decides whether an answer is 304, for every answer that has an ETag (B33). Express asks `fresh`
 * of the request before it sends; its own turns `Cache-Control: no-cache`, which every `fetch` sends, into a full answer.
 *
 * @param prototype that of the application's requests
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
