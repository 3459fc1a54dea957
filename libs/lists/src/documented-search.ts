import { AnswersChangesCursor } from '@app/cache';
import { cpuTime } from '@app/fairness';
import { AnswersJson, BodyInterceptor, ExpectsBody, headerRef, JSON_TYPE, problems, Refuses } from '@app/http';
import { answerRef, isObject, kindSchema, type Class } from '@app/schema';
import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiBody, ApiOkResponse, type SchemaObject } from '@nestjs/swagger';
import type { Request } from 'express';
import { PageTotals, pageEnvelope, pageOf } from './envelope.js';
import { CORNERS, MOST_POLYGONS } from './map/map.kinds.js';
import { Envelope, PageInterceptor } from './page.interceptor.js';
import { readQuery, type RawQuery } from './read-query.js';

const isValue = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** The query in a JSON body, by the rules of query strings. @throws INVALID_BODY, INVALID_PARAMETERS, INVALID_CURSOR */
export const BodyQuery = createParamDecorator(async (type: Class, context: ExecutionContext): Promise<object> => {
  const { body } = context.switchToHttp().getRequest<Request>();
  await cpuTime();
  return readQuery(type, textsOf(body));
});

function textsOf(body: unknown): RawQuery {
  if (!isObject(body)) throw problems.invalidBody([{ field: 'body', message: 'must be a JSON object' }]);
  const entries = Object.entries(body).map(([name, value]) => [name, [value].flat()] as const);
  const faults = entries
    .filter(([, values]) => !values.every(isValue))
    .map(([parameter]) => ({ parameter, message: 'must be a text, a number, true or false, or an array of these' }));
  const corners =
    entries
      .find(([name]) => name === 'polygon')?.[1]
      .join(';')
      .split(';').length ?? 0;
  // A polygon may repeat its first corner, and end with a semicolon.
  if (corners > CORNERS.mostOfBody + 2 * MOST_POLYGONS)
    faults.push({ parameter: 'polygon', message: `must have at most ${CORNERS.mostOfBody} corners` });
  if (faults.length > 0) throw problems.invalidParameters(faults);
  return Object.fromEntries(entries.map(([name, values]) => [name, values.map(String)]));
}

const VALUE: SchemaObject = { type: ['string', 'number', 'boolean'] as never }; // OpenAPI 3.1 has lists of types

/** A query as JSON. The parameters are those of the list, so the schema does not repeat them. */
const querySchema: SchemaObject = {
  description:
    'The parameters of the list by name: texts as in the query string, numbers, true and false. A list of values is an array, or a text with commas. Polygons have at most 2,000 corners together.',
  type: 'object',
  additionalProperties: { anyOf: [VALUE, { type: 'array', items: VALUE }] },
};

/** Declares a handler that takes the parameters of a list as a JSON body, and answers as the list does. @param items the forms of an item */
export function ApiSearch(example: object, ...items: Class[]): MethodDecorator {
  return applyDecorators(
    ExpectsBody(),
    HttpCode(200),
    AnswersJson(),
    UseInterceptors(BodyInterceptor, PageInterceptor),
    Envelope(pageEnvelope),
    AnswersChangesCursor(),
    Refuses('invalidCursor', 'invalidParameters'),
    ApiBody({
      description: 'The parameters of the list.',
      required: true,
      schema: kindSchema({ name: 'ListQuery', schema: querySchema }),
      examples: { search: { value: example } },
    }),
    ApiOkResponse({
      description: 'One page of the list.',
      content: { [JSON_TYPE]: { schema: { anyOf: items.map((item) => answerRef(pageOf(PageTotals, item))) } } },
      headers: { 'Changes-Cursor': headerRef('ChangesCursor') },
    }),
  );
}
