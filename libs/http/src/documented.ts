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

/** Documents a handler whose JSON text is made for each request; its tag is that of its contents. */
export function AnswersContents(type: Class, description: string): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    AnswersJson(),
    UseInterceptors(ContentTagInterceptor),
    ApiResponse({ status: 200, description, schema: answerRef(type), headers: { ETag: headerRef('ListETag') } }),
  );
}

/** The path parameter that takes either form of identifier (D2). */
export const TakesId = (description: string, example: string, name = 'id'): MethodDecorator =>
  ApiParam({ name, description, schema: { type: 'string', examples: [example] } });

/**
 * Documents a JSON body by its DTO; the body is read after all guards.
 *
 * @param example a body that may be sent as it is; default: all fields with their examples
 */
export const TakesBody = (type: Class, description: string, example?: Record<string, unknown>): MethodDecorator =>
  applyDecorators(
    ExpectsBody(),
    UseInterceptors(BodyInterceptor),
    ApiBody({ description, required: true, schema: bodyRef(type, example) }),
  );

/** The parameter `If-Match`: the version that a write was made for, or that a read expects. */
export const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  description:
    'ETag of the version that the request is made for. When there is another version, the answer is 412 and nothing is changed; a weak ETag, as lists have, never matches.',
  required: false,
  schema: { type: 'string' as const },
};

/** Documents `If-Match` of a write. Reads with an ETag always have it. */
export const TakesIfMatch = (): MethodDecorator => ApiHeader(IF_MATCH);

/** The extension that holds a handler's declared errors until the document is made. */
export const REFUSALS = 'x-refusals';

/** The key under which a handler's declared errors are kept while its decorators run. */
const REFUSED = Symbol('refused');

/** Documents errors of a handler that do not follow from its parameters and body. Several decorators add up. */
export const Refuses =
  (...names: (keyof typeof problems)[]): MethodDecorator =>
  (target, key, descriptor) => {
    const handler = descriptor.value as object; // a method has its function there
    const known = (Reflect.getMetadata(REFUSED, handler) ?? []) as typeof names; // set below
    const all = [...known, ...names];
    Reflect.defineMetadata(REFUSED, all, handler);
    ApiExtension(REFUSALS, all)(target, key, descriptor);
  };
