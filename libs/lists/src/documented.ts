import { answerRef, TEXT, TEXT_WITHOUT_COMMA, type Class } from '@app/schema';
import { CacheUntilChanged } from '@app/snapshot-cache';
import { AnswersJson } from '@app/http';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, type SchemaObject } from '@nestjs/swagger';
import { accountsEnvelope, namesEnvelope, pageEnvelope } from './envelope.js';
import { Envelope, PageInterceptor } from './page.interceptor.js';
import { MAX_VALUES, parametersOf, type ParameterDeclaration } from './parameter.js';

const number = (description: string): SchemaObject => ({ type: 'integer', minimum: 0, description });

const envelopes = {
  page: {
    write: pageEnvelope,
    properties: {
      total: number('How many there are, exactly'),
      hasNext: { type: 'boolean', description: 'Whether there is a next page' } as SchemaObject,
      totalPage: number('How many pages there are'),
    },
  },
  accounts: {
    write: accountsEnvelope,
    properties: { total: number('How many there are, exactly'), totalPage: number('How many pages there are') },
  },
  names: {
    write: namesEnvelope,
    properties: { success: { type: 'boolean', enum: [true], description: 'Always true' } as SchemaObject },
  },
};

/** The parameters whose answers follow from the time of day as well. */
const volatileOf = (query: new () => object): string[] =>
  [...parametersOf(query).values()].filter(({ volatile }) => volatile).map(({ name }) => name);

/** The query parameters of a query class, documented from their declarations. */
export function TakesQuery(query: new () => object): MethodDecorator {
  return applyDecorators(...[...parametersOf(query).values()].map(documentParameter));
}

function documentParameter({ name, description, kind, many, example, initial }: ParameterDeclaration): MethodDecorator {
  const one: SchemaObject = {
    ...(kind.query?.schema ?? kind.schema),
    ...(many && kind.schema.pattern === TEXT ? { pattern: TEXT_WITHOUT_COMMA } : {}),
    ...(initial === undefined ? {} : { default: initial as never }),
    ...(example === undefined ? {} : { examples: [example] as never }),
  };
  const schema: SchemaObject = many ? { type: 'array', items: one, maxItems: MAX_VALUES } : one;
  return ApiQuery({
    name,
    required: false,
    description: many ? `${description} (comma-separated allowed)` : description,
    schema,
    ...(many ? { style: 'form', explode: false } : {}),
  });
}

/** The ETag of a list, and when it is there. */
function describeTag(volatile: readonly string[]) {
  const without = volatile.length > 0 ? `; none with ${volatile.join(' or ')}, whose answer depends on the time` : '';
  return {
    required: volatile.length === 0,
    description: `Changes with whatever is committed${without}`,
    schema: { type: 'string' as const },
  };
}

/** A list: its parameters, its items (a class, or the schema of plain values), its envelope. */
export function ApiList(
  query: new () => object,
  item: Class | SchemaObject,
  envelope: keyof typeof envelopes = 'page',
  /** Not, where the answer depends on the caller: what is remembered is known by its URL alone. */
  { memorable = true } = {},
): MethodDecorator {
  const { write, properties } = envelopes[envelope];
  const items = typeof item === 'function' ? answerRef(item) : item;
  const schema: SchemaObject = {
    type: 'object',
    additionalProperties: false,
    required: [...Object.keys(properties), 'data'],
    properties: { ...properties, data: { type: 'array', items, description: 'The items of the page' } },
  };
  return applyDecorators(
    TakesQuery(query),
    HttpCode(200),
    AnswersJson(),
    ...(memorable ? [CacheUntilChanged(...volatileOf(query))] : []),
    Envelope(write),
    UseInterceptors(PageInterceptor),
    ApiOkResponse({
      description: 'A page of the list',
      schema,
      headers: {
        ...(memorable && { ETag: describeTag(volatileOf(query)) }),
        Link: {
          description: 'The pages first, prev, next and last (RFC 8288); with a very long query next alone, or none',
          schema: { type: 'string' },
        },
      },
    }),
  );
}
