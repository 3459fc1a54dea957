import { answerRef, bodyRef, type Class } from '@app/schema';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiExtension, ApiHeader, ApiParam, ApiResponse } from '@nestjs/swagger';
import { BodyInterceptor } from './body/read-json-body.js';
import { ExpectsBody } from './body/unexpected-body.guard.js';
import { AnswersJson } from './media-types.js';
import { headerRef } from './documented-headers.js';
import type { problems } from './problem.js';
import { ContentTagInterceptor, ETagInterceptor } from './versioned.js';

/** Documents a handler that returns one resource with its version. */
export function Answers(type: Class, description: string, status = 200, headers = {}): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    AnswersJson(),
    UseInterceptors(ETagInterceptor),
    ApiResponse({ status, description, schema: answerRef(type), headers: { ETag: headerRef('ETag'), ...headers } }),
  );
}

/** Documents a handler that builds its JSON text for each request; the ETag is a hash of the contents. */
export function AnswersContents(type: Class, description: string): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    AnswersJson(),
    UseInterceptors(ContentTagInterceptor),
    ApiResponse({ status: 200, description, schema: answerRef(type), headers: { ETag: headerRef('ListETag') } }),
  );
}

/** The path parameter that accepts both forms of identifier (D2). */
export const TakesId = (description: string, example: string, name = 'id'): MethodDecorator =>
  ApiParam({ name, description, schema: { type: 'string', examples: [example] } });

/**
 * Documents a JSON body by its DTO. The body is read after all guards.
 * @param example a body that can be sent as it is; default: all fields with their examples
 */
export const TakesBody = (type: Class, description: string, example?: Record<string, unknown>): MethodDecorator =>
  applyDecorators(
    ExpectsBody(),
    UseInterceptors(BodyInterceptor),
    ApiBody({ description, required: true, schema: bodyRef(type, example) }),
  );

/** The header `If-Match`: the version that a write is made for, or that a read expects. */
export const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  description:
    'ETag of the version that the request is made for. When there is another version, the answer is 412 and nothing is changed; a weak ETag, as lists have, never matches.',
  required: false,
  // Any version: the example of an ETag would be refused.
  schema: { type: 'string' as const, examples: ['*'] },
};

/** Documents `If-Match` of a write. Reads with an ETag always have it. */
export const TakesIfMatch = (): MethodDecorator => ApiHeader(IF_MATCH);

/** The OpenAPI extension that holds a handler's declared errors until the document is built. */
export const REFUSALS = 'x-refusals';

/** The metadata key of a handler's declared errors. */
const REFUSED = Symbol('refused');

/** Documents errors of a handler that its parameters and body do not imply. Several decorators add up. */
export const Refuses =
  (...names: (keyof typeof problems)[]): MethodDecorator =>
  (target, key, descriptor) => {
    const handler = descriptor.value as object; // a method descriptor holds the function
    const known = (Reflect.getMetadata(REFUSED, handler) ?? []) as typeof names; // set below
    const all = [...known, ...names];
    Reflect.defineMetadata(REFUSED, all, handler);
    ApiExtension(REFUSALS, all)(target, key, descriptor);
  };
