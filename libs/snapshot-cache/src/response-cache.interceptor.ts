import { hash } from 'node:crypto';
import { allRepresentations } from '@app/documents';
import { HandlerValue, listsTag } from '@app/http';
import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, of, type Observable } from 'rxjs';
import { SnapshotClock } from './snapshot-clock.js';
import { SnapshotCache } from './snapshot-cache.js';

const CACHED_UNTIL_CHANGED = 'cached until changed';
const MAX_BYTES = 224 * 1024 * 1024;
const HEADERS = ['Link', 'ETag'] as const;
const NOTHING = Buffer.alloc(0);

/** A response as it was sent. */
interface Answer {
  readonly body: Buffer;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Declares that a handler's response depends only on the URL and the database, except for the named query parameters,
 * whose results also depend on the time of day.
 */
export const CacheUntilChanged = (...volatile: string[]): MethodDecorator =>
  SetMetadata(CACHED_UNTIL_CHANGED, volatile);

/** Sends a cached response while nothing has been committed since it was made (ADR 9). */
@Injectable()
export class ResponseCacheInterceptor implements NestInterceptor<string | Buffer, string | Buffer> {
  private readonly representations = allRepresentations();
  private readonly answers = new SnapshotCache<Answer>(MAX_BYTES, ({ body }) => body.length);

  private readonly volatile = new HandlerValue(
    (context) => this.reflector.get<string[] | undefined>(CACHED_UNTIL_CHANGED, context.getHandler()) ?? null,
  );

  constructor(
    private readonly clock: SnapshotClock,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<string | Buffer>): Promise<Observable<string | Buffer>> {
    const volatile = this.volatile.of(context);
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!volatile || volatile.some((name) => name in request.query)) return next.handle();
    const response = http.getResponse<Response>();
    const { originalUrl: url } = request;
    const snapshot = await this.clock.of(request);
    const { 'if-none-match': condition } = request.headers;
    if (condition !== undefined) {
      const tag = this.tagOf(url, snapshot);
      if (listsTag(condition, tag)) {
        response.status(304).setHeader('ETag', tag);
        return of(NOTHING);
      }
    }
    const kept = this.answers.get(url, snapshot);
    if (kept) {
      for (const [name, value] of kept.headers) response.setHeader(name, value);
      return of(kept.body);
    }
    return next.handle().pipe(
      map((answer) => {
        const body = typeof answer === 'string' ? Buffer.from(answer) : answer;
        if (!response.hasHeader('ETag')) response.setHeader('ETag', this.tagOf(url, snapshot));
        this.answers.set(url, snapshot, { body, headers: headersOf(response) });
        return body;
      }),
    );
  }

  /**
   * The ETag of a URL at a snapshot: as long as nothing is committed, the response stays the same for builds with the
   * same representations. It is weak because it is computed without the response.
   */
  private tagOf(url: string, snapshot: string): string {
    return `W/"${hash('sha1', `${this.representations} ${snapshot} ${url}`, 'base64url')}"`;
  }
}

function headersOf(response: Response): Answer['headers'] {
  return HEADERS.flatMap((name) => {
    const value = response.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
}
