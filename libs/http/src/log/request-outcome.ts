import { increment, observe } from '@app/config';
import type { Request, Response } from 'express';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number] | 'other';
const methods = new Map<string, Method>(METHODS.map((method) => [method, method]));

/** The route of an unknown path. */
const UNMATCHED = 'unmatched';
/** As in nginx: the client disconnected before the response began. */
const CLIENT_GONE = 499;

/** How the response cache answered a request; `shared` is the response of a concurrent request. */
export type CacheOutcome = 'hit' | 'miss' | 'not_modified' | 'shared';

/** The outcome of a request, for its log line and the metrics. */
export interface RequestOutcome {
  readonly method: string;
  /** The path template of the route. */
  readonly route: string;
  readonly status: number;
  /** The size of the body. */
  readonly bytes: number;
  readonly durationMs: number;
  readonly cache?: CacheOutcome | undefined;
}

/** The path template of the matched route; Express types `route` as any. */
export function routeOf({ route }: Request): string {
  const { path } = (route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : UNMATCHED;
}

export const statusOf = ({ headersSent, statusCode }: Response): number => (headersSent ? statusCode : CLIENT_GONE);

/**
 * The sent bytes of the body. Without `Content-Length`, or after an abort, it is the number of bytes that the
 * connection has sent since the request began.
 */
export function bytesOf(request: Request, response: Response, sentBefore: number): number {
  if (request.method === 'HEAD' || !response.headersSent) return 0;
  const length = response.getHeader('Content-Length');
  if (length !== undefined && response.writableFinished) return Number(length);
  if (response.statusCode === 304 || response.statusCode === 204) return 0;
  return Math.max(0, request.socket.bytesWritten - sentBefore);
}

/** Reports a request to the metrics. */
export function measure({ method, route, status, bytes, durationMs, cache }: RequestOutcome): void {
  const labels = { method: methods.get(method) ?? 'other', route, status: String(status) };
  observe('http_request_duration_seconds', labels, durationMs / 1000);
  if (bytes > 0) increment('http_response_bytes_total', {}, bytes);
  if (cache) increment('response_cache_requests_total', { outcome: cache });
}

/** Counts a connection whose bytes are no request. */
export const measureUnread = (status: number): void =>
  measure({ method: '', route: UNMATCHED, status, bytes: 0, durationMs: 0 });
