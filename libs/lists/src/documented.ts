import { answerRef, kindSchema, TEXT, TEXT_WITHOUT_COMMA, type Class } from '@app/schema';
import { AnswersChangesCursor, Cached } from '@app/cache';
import { AnswersGeoJson, AnswersJson, GEO_JSON_TYPE, JSON_TYPE, headerRef, Refuses } from '@app/http';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, type ReferenceObject, type SchemaObject } from '@nestjs/swagger';
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
  const documented = [...parametersOf(query).values()].filter(({ selectsForm }) => !selectsForm);
  return applyDecorators(...documented.map(documentParameter));
}

function documentParameter(parameter: ParameterDeclaration): MethodDecorator {
  const { name, kind, many, repeats, example, initial, required = false, needs } = parameter;
  const one: SchemaObject = {
    ...(many && kind.schema.pattern === TEXT
      ? { ...kind.schema, pattern: TEXT_WITHOUT_COMMA }
      : kindSchema(kind.query ?? kind)),
    // Clients send the defaults of the OpenAPI document. A default that is invalid without another parameter is in the
    // description only.
    ...(initial === undefined || needs ? {} : { default: initial as never }),
  };
  const most = many ? MAX_VALUES : repeats;
  const schema: SchemaObject = {
    ...(most === undefined ? one : { type: 'array', items: one, maxItems: most }),
    // Forms fill an example in, and send it. That of a parameter that may be left out is in the description only.
    ...(required && example !== undefined && { examples: [many ? String(example).split(',') : example] as never }),
  };
  return ApiQuery({
    name,
    required,
    description: sentencesOf(parameter).join(' '),
    schema,
    ...(most === undefined ? {} : { style: 'form', explode: !many }),
  });
}

/** The sentences that describe a parameter: its own, and those that follow from its declaration. */
function sentencesOf(parameter: ParameterDeclaration): string[] {
  const { description, many, required, example, initial, needs, forPublic } = parameter;
  const timed = timedValues(parameter);
  return [
    description,
    ...(needs && initial !== undefined ? [`Default: ${JSON.stringify(initial)}.`] : []),
    ...(many ? ['Several values are separated by commas.'] : []),
    ...(timed ? [`The answer ${timed === ANY ? '' : `with ${timed} `}depends on the time of day.`] : []),
    ...(forPublic?.allows ? [`A credential of the scope \`public\` ${publicWords(forPublic.allows)}.`] : []),
    ...(example === undefined || example === '' || required ? [] : [`Such as \`${String(example)}\`.`]),
  ];
}

const ANY = 'any';

/** The values of a parameter that make an answer depend on the time of day; empty: none. */
function timedValues(parameter: ParameterDeclaration): string {
  const { volatile, kind } = parameter;
  if (typeof volatile !== 'function') return volatile ? ANY : '';
  const values: unknown[] = kind.schema.enum ?? [];
  const timed = values.filter((value) => isVolatile({ parameter, value }));
  return timed.map((value) => `\`${String(value)}\``).join(' or ');
}

/** The ETag of a list; there is none with parameters that depend on the time of day. */
const listTag = (query: new () => object): ReferenceObject =>
  headerRef(volatileIn(query).length === 0 ? 'ListETag' : 'TimedListETag');

/** Declares what all list handlers have in common. `isCached`: false if the response depends on the caller. */
function servesPages(
  query: new () => object,
  content: Record<string, { schema: SchemaObject | ReferenceObject }>,
  isCached = true,
): MethodDecorator {
  return applyDecorators(
    TakesQuery(query),
    HttpCode(200),
    Refuses('invalidCursor'),
    UseInterceptors(PageInterceptor),
    AnswersChangesCursor(),
    ...(isCached ? [cachedUnlessVolatile(query)] : []),
    ApiOkResponse({
      description: 'One page of the list.',
      content,
      headers: {
        ...(isCached && { ETag: listTag(query) }),
        Link: headerRef('Link'),
        'Changes-Cursor': headerRef('ChangesCursor'),
      },
    }),
  );
}

/**
 * Declares a list handler: parameters, items (a class or a named kind), envelope. `isCached`: false if the response
 * depends on the caller, because cached responses have no caller. `onMap`: whether `Accept` can ask for GeoJSON.
 */
export function ApiList(
  query: new () => object,
  item: Item,
  envelope: keyof typeof envelopes = 'page',
  { isCached = true, onMap = false }: { readonly isCached?: boolean; readonly onMap?: boolean } = {},
): MethodDecorator {
  const { write, type } = envelopes[envelope];
  return applyDecorators(
    onMap ? AnswersGeoJson('on request') : AnswersJson(),
    Envelope(write),
    servesPages(query, { [JSON_TYPE]: { schema: answerRef(pageOf(type, item)) } }, isCached),
  );
}

/** Declares the handler of a list as a GeoJSON FeatureCollection, with the items as `properties`. */
export const ApiMap = (query: new () => object, item: Class): MethodDecorator =>
  applyDecorators(
    AnswersGeoJson('always'),
    servesPages(query, { [GEO_JSON_TYPE]: { schema: answerRef(featuresOf(item)) } }),
  );

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
      headers: { ETag: listTag(query), 'Changes-Cursor': headerRef('ChangesCursor') },
    }),
  );
}
