import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  applyDecorators,
  Post as NestPost,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, type IdempotentAnswer } from './idempotency-key.js';
import { IdempotentRequests } from './idempotent-requests.js';

/**
 * Handles a request with `Idempotency-Key` once. It is the innermost interceptor: the body has been read, and all other
 * interceptors process a stored value like a handler's value.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly requests: IdempotentRequests) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const id = idempotencyKeyOf(request);
    if (!id) return next.handle();
    const { answer, isReplayed } = await this.requests.answer(id, request, () => handled(response, next));
    if (isReplayed) response.status(answer.status).set({ ...answer.headers, 'Idempotent-Replayed': 'true' });
    return of(answer.value);
  }
}

/** The value that the handler returns, and the headers that it sets. */
async function handled(response: Response, next: CallHandler): Promise<IdempotentAnswer> {
  const before = response.getHeaders();
  const value: unknown = await lastValueFrom(next.handle());
  const headers = Object.entries(response.getHeaders()).filter(([name, set]) => before[name] !== set);
  return { status: response.statusCode, headers: Object.fromEntries(headers), value };
}

/** The header `Idempotency-Key`, as the OpenAPI document describes it. */
export const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'A text that is new for each request, such as a UUID, with or without quotes (draft-ietf-httpapi-idempotency-key-header-07). ' +
    'A request that is repeated with the same key within 24 hours, because no answer arrived, is not executed again: it gets the answer of the first ' +
    'one. A request that failed has had no effect: it may be repeated with the same key, also with a corrected body.',
  schema: {
    type: 'string' as const,
    pattern: IDEMPOTENCY_KEY,
    examples: ['7d0f4a0e-1f5c-4b6e-9d57-2f6f4b8f1a11'],
  },
};

/**
 * Nest's `Post` with `Idempotency-Key` (B24). It must be the topmost decorator: the last one applied adds the innermost
 * interceptor.
 */
export const Post = (path?: string): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor), ApiHeader(IDEMPOTENCY));
