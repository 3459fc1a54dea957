import { answerRef, bodySchema, type Class } from '@app/schema';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiExtension, ApiHeader, ApiParam, ApiResponse } from '@nestjs/swagger';
import { BodyInterceptor } from './body/body.interceptor.js';
import { ExpectsBody } from './body/unexpected-body.guard.js';
import { AnswersJson } from './json-text.js';
import type { problems } from './problem.js';
import { ETagInterceptor } from './versioned.js';

const ETAG = { ETag: { required: true, description: 'Version of the answer', schema: { type: 'string' as const } } };

/** A handler that answers one resource, versioned. */
export function Answers(type: Class, description: string, status = 200, headers = {}): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    AnswersJson(),
    UseInterceptors(ETagInterceptor),
    ApiResponse({ status, description, schema: answerRef(type), headers: { ...ETAG, ...headers } }),
  );
}

/** The path parameter that takes either form of identifier (D2). */
export const TakesId = (description: string, example: string): MethodDecorator =>
  ApiParam({ name: 'id', description, schema: { type: 'string' }, example });

/** A JSON body, documented from its DTO; it is read once every guard has let the request in. */
export const TakesBody = (type: Class, description: string): MethodDecorator =>
  applyDecorators(
    ExpectsBody(),
    UseInterceptors(BodyInterceptor),
    ApiBody({ description, required: true, schema: bodySchema(type) }),
  );

/** An update that may name the version it was made for. */
export const TakesIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'if-match',
    required: false,
    description: 'The ETag of the version that the change was made for; another version is 412',
    schema: { type: 'string' },
  });

/** The extension under which a handler notes its refusals until the document is made. */
export const REFUSALS = 'x-refusals';

/** The errors of a handler that its parameters and body don't already tell. */
export const Refuses = (...names: (keyof typeof problems)[]): MethodDecorator => ApiExtension(REFUSALS, names);
