import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf, type Caller } from './caller.js';

/** The caller of a request that writes, with the request: what is written is recorded with both. */
export type CallingAuthor = Caller & { readonly request: Request };

/** The author of a write, as a handler parameter. */
export const CurrentAuthor = createParamDecorator((_: unknown, context: ExecutionContext): CallingAuthor => ({
  ...callerOf(context),
  request: context.switchToHttp().getRequest<Request>(),
}));
