import { applyDecorators, Post as NestPost, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * Nest's `Post`, with `Idempotency-Key` (B24). The last decorator that is applied adds the innermost interceptor: it stands
 * above the others.
 */
export const Post = (path?: string): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor));
