import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { isMatched } from './preconditions.js';
import { problems } from './problem.js';

/** A read whose `If-Match` does not name the answer that there is fails (RFC 9110, 13.1.1). Writes compare it with the row that they hold. */
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

/** The headers that describe an answer, and not the refusal of it. */
const OF_ANSWER: ReadonlySet<string> = new Set(['etag', 'link', 'content-encoding', 'changes-cursor']);
