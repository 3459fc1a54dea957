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

/** An answer as it was sent. */
interface Answer {
  readonly body: Buffer;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Says that the answer of a handler follows from its URL and the store alone, but for the query parameters named, whose
 * answers follow from the time of day as well.
 */
export const CacheUntilChanged = (...volatile: string[]): MethodDecorator =>
  SetMetadata(CACHED_UNTIL_CHANGED, volatile);

/** Answers again what was answered before, while nothing has been committed since (ADR 9). */
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
   * What is answered at a URL is the same while nothing is committed, by builds that show it alike; a weak tag, for it says
   * so without a look at the answer.
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
