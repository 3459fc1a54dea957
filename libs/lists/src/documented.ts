import { answerRef, kindSchema, TEXT, TEXT_WITHOUT_COMMA, type Class } from '@app/schema';
import { AnswersChangesCursor, Cached } from '@app/cache';
import { AnswersGeoJson, AnswersJson, GEO_JSON_TYPE, JSON_TYPE, HEADERS, headerRef, Refuses } from '@app/http';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, type HeaderObject, type ReferenceObject, type SchemaObject } from '@nestjs/swagger';
import { pageOf, PageTotals, Success, Totals, type Item } from './envelope.fields.js';
import { accountsEnvelope, namesEnvelope, pageEnvelope } from './envelope.js';
import { facetsAnswer } from './facet.fields.js';
import { FacetsInterceptor } from './facets.interceptor.js';
import { featuresOf } from './geo-json.fields.js';
import { Envelope, PageInterceptor } from './page.interceptor.js';
import { publicWords } from './public-query.js';
import { isVolatile, MAX_VALUES, parametersOf, type ParameterDeclaration } from './parameter.js';

const envelopes = {
  page: { write: pageEnvelope, type: PageTotals },
  accounts: { write: accountsEnvelope, type: Totals },
  names: { write: namesEnvelope, type: Success },
};

const volatileIn = (query: new () => object): ParameterDeclaration[] =>
  [...parametersOf(query).values()].filter(({ volatile }) => volatile);

/** The parameters whose results depend on the time of day; `sort=auction-asc` if that depends on the value. */
const volatileOf = (query: new () => object): string[] =>
  volatileIn(query).flatMap((parameter) => {
    const { name, volatile, kind } = parameter;
    if (typeof volatile !== 'function') return [name];
    const values: unknown[] = kind.schema.enum ?? [];
    return values.filter((value) => isVolatile({ parameter, value })).map((value) => `${name}=${String(value)}`);
  });

/** Caches responses, except those that depend on the time of day. */
function cachedUnlessVolatile(query: new () => object): MethodDecorator {
  const parameters = volatileIn(query);
  return Cached((given) =>
    parameters.some((parameter) => {
      const { name, kind } = parameter;
      const text = given[name];
      const value = typeof text === 'string' ? kind.parse(text.trim()) : undefined;
      return name in given && isVolatile({ parameter, value });
    }),
  );
}

/** Documents the query parameters of a query class by their declarations. */
export function TakesQuery(query: new () => object): MethodDecorator {
  return applyDecorators(...[...parametersOf(query).values()].map(documentParameter));
}

function documentParameter({
  name,
  description,
  kind,
  many,
  repeats,
  example,
  initial,
  required = false,
  needs,
  forPublic,
}: ParameterDeclaration): MethodDecorator {
  const one: SchemaObject = {
    ...(many && kind.schema.pattern === TEXT
      ? { ...kind.schema, pattern: TEXT_WITHOUT_COMMA }
      : kindSchema(kind.query ?? kind)),
    // Clients send the defaults of the OpenAPI document. A default that is invalid without another parameter is in the
    // description only.
    ...(initial === undefined || needs ? {} : { default: initial as never }),
    ...(example === undefined ? {} : { examples: [example] as never }),
  };
  const most = many ? MAX_VALUES : repeats;
  const schema: SchemaObject = most === undefined ? one : { type: 'array', items: one, maxItems: most };
  return ApiQuery({
    name,
    required,
    description: [
      description,
      ...(needs && initial !== undefined ? [`Default: ${JSON.stringify(initial)}.`] : []),
      ...(many ? ['Several values are separated by commas.'] : []),
      ...(forPublic?.allows ? [`A credential of the scope \`public\` ${publicWords(forPublic.allows)}.`] : []),
    ].join(' '),
    schema,
    ...(most === undefined ? {} : { style: 'form', explode: !many }),
  });
}

const OF_A_PAGE = HEADERS.ListETag.description;
const OF_COUNTS = 'Version of these counts. It changes when the answer changes.';

/** The ETag of a list; there is none with parameters that depend on the time of day. */
const listTag = (volatile: readonly string[], words = OF_A_PAGE): HeaderObject | ReferenceObject =>
  volatile.length === 0
    ? headerRef('ListETag')
    : {
        ...HEADERS.ListETag,
        required: false,
        description: `${words} Absent with ${volatile.join(' or ')}: the answer depends on the time.`,
      };

/** A response of one of these classes; an empty page matches both. */
const eitherOf = (answer: Class, other?: Class): SchemaObject | ReferenceObject =>
  other ? { anyOf: [answer, other].map(answerRef) } : answerRef(answer);

/** Declares a list handler: parameters, items (a class or a named kind), envelope. */
export function ApiList(
  query: new () => object,
  item: Item,
  envelope: keyof typeof envelopes = 'page',
  /**
   * `memorable`: false if the response depends on the caller, because cached responses have no caller. `card`: the
   * items with `view=card`. `onMap`: whether the list has a GeoJSON form.
   */
  {
    memorable = true,
    card,
    onMap = false,
  }: { readonly memorable?: boolean; readonly card?: Class; readonly onMap?: boolean } = {},
): MethodDecorator {
  const { write, type } = envelopes[envelope];
  return applyDecorators(
    TakesQuery(query),
    HttpCode(200),
    onMap ? AnswersGeoJson() : AnswersJson(),
    Envelope(write),
    Refuses('invalidCursor'),
    UseInterceptors(PageInterceptor),
    AnswersChangesCursor(),
    ...(memorable ? [cachedUnlessVolatile(query)] : []),
    ApiOkResponse({
      description: 'One page of the list.',
      content: {
        [JSON_TYPE]: { schema: eitherOf(pageOf(type, item), card && pageOf(type, card)) },
        ...(onMap &&
          typeof item === 'function' && {
            [GEO_JSON_TYPE]: { schema: eitherOf(featuresOf(item), card && featuresOf(card)) },
          }),
      },
      headers: {
        ...(memorable && { ETag: listTag(volatileOf(query)) }),
        Link: headerRef('Link'),
        'Changes-Cursor': headerRef('ChangesCursor'),
      },
    }),
  );
}

/** Documents the counts of a list. */
export function ApiFacets(query: new () => object, name: string): MethodDecorator {
  return applyDecorators(
    TakesQuery(query),
    HttpCode(200),
    AnswersJson(),
    UseInterceptors(FacetsInterceptor),
    AnswersChangesCursor(),
    cachedUnlessVolatile(query),
    ApiOkResponse({
      description: 'The counts.',
      schema: answerRef(facetsAnswer(query, name)),
      headers: { ETag: listTag(volatileOf(query), OF_COUNTS), 'Changes-Cursor': headerRef('ChangesCursor') },
    }),
  );
}
