import {
  answerRef,
  kindSchema,
  TEXT,
  TEXT_WITHOUT_COMMA,
  type Class,
  Field,
  ListOf,
  Nested,
  tally,
  type Kind,
} from '@app/schema';
import { AnswersChangesCursor, Cached } from '@app/cache';
import { AnswersAs, AnswersJson, CALENDAR_TYPE, GEO_JSON_TYPE, JSON_TYPE, headerRef, Refuses } from '@app/http';
import { applyDecorators, HttpCode, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, type ReferenceObject, type SchemaObject } from '@nestjs/swagger';
import {
  pageOf,
  PageTotals,
  Success,
  Total,
  Totals,
  type ItemType,
  accountsEnvelope,
  namesEnvelope,
  pageEnvelope,
} from './envelope.js';
import { CountsInterceptor, Envelope, PageInterceptor } from './page.interceptor.js';
import { featuresOf } from './documented-geojson.js';
import { publicWords } from './public-query.js';
import { isVolatile, MAX_VALUES, parametersOf, type ParameterDeclaration } from './parameter.js';
import { facetsOf, type FacetValue } from './facet.js';
import { GROUP } from './parameter-groups.js';

const facetValue: Kind = {
  schema: { type: ['string', 'number', 'boolean'] as never }, // `type` may be a list in OpenAPI 3.1
  wants: 'a value',
  empty: undefined,
  accepts: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  parse: (text) => text,
};

/** A value of a field, and the number of items with this value. */
export class FacetValueCount {
  @Field(facetValue, 'The value, as the filter of the field takes it.', { notNullable: true, example: 3 })
  value: string | number | boolean;

  @Field(tally, 'Number of items with this value. Always exact.', { notNullable: true, example: 12 })
  count: number;
}

const OF_FACETS = 'The requested fields. The highest counts come first; equal counts are sorted by value.';

/** An example of a counted value: the example of its filter or, without a filter of its own, its first value. */
function exampleValue(query: Class, facet: string): FacetValue | undefined {
  const { example, initial, kind } = parametersOf(query).get(facet) ?? {};
  const value = [example, initial, kind?.schema.enum].flat().find((one) => one !== undefined);
  // An example, a default or a value of the kind; key 1 has the first of several flags.
  return (value as FacetValue | undefined) ?? facetsOf(query).get(facet)?.valuesOf('1', 0)[0];
}

/** The response class of the facets of a list. */
function facetsAnswer(query: Class, name: string): Class {
  // The computed key gives the class its name.
  const namedClass = (suffix: string) => ({ [name + suffix]: class {} })[name + suffix] as Class;
  const [Answer, Counts, Distinct] = [namedClass(''), namedClass('Counts'), namedClass('Distinct')];
  for (const [facet, { shown }] of facetsOf(query)) {
    ListOf(() => shown?.type ?? FacetValueCount, `Counts of the values of \`${facet}\`.`, {
      optional: true,
      ...(!shown && { example: [{ value: exampleValue(query, facet), count: 12 }] }),
    })(Counts.prototype, facet);
    Field(tally, `Number of values of \`${facet}\`.`, { optional: true, notNullable: true, example: 5 })(
      Distinct.prototype,
      facet,
    );
  }
  const target = Answer.prototype;
  Field(tally, 'Number of items that match every filter. Always exact.', { notNullable: true, example: 12 })(
    target,
    'total',
  );
  Nested(() => Counts, OF_FACETS)(target, 'facets');
  Nested(() => Distinct, 'Number of all values of each field, including those beyond the limit.')(target, 'distinct');
  return Answer;
}

const envelopes = {
  page: { write: pageEnvelope, type: PageTotals },
  accounts: { write: accountsEnvelope, type: Totals },
  whole: { write: pageEnvelope, type: Total },
  names: { write: namesEnvelope, type: Success },
};

const volatileIn = (query: new () => object): ParameterDeclaration[] =>
  [...parametersOf(query).values()].filter(({ volatile }) => volatile);

/** Caches responses, except those that depend on the time of day. */
export function cachedUnlessVolatile(query: new () => object, isDaily = false): MethodDecorator {
  const parameters = volatileIn(query);
  return Cached(
    (given) =>
      parameters.some((parameter) => {
        const { name, kind, initial } = parameter;
        const text = given[name];
        const value = typeof text === 'string' && text.trim() !== '' ? kind.parse(text.trim()) : initial;
        return (name in given || initial !== undefined) && isVolatile({ parameter, value });
      }),
    { isDaily },
  );
}

/** The metadata key of handlers that take query parameters. */
export const TAKES_QUERY = 'takes-query';

/** Declares that a handler takes the query parameters of a query class, and documents them. */
export function TakesQuery(query: new () => object): MethodDecorator {
  const documented = [...parametersOf(query).values()].filter(({ selectsForm }) => !selectsForm);
  return applyDecorators(SetMetadata(TAKES_QUERY, documented.length > 0), ...documented.map(documentParameter));
}

/** The schema of a parameter with all its values. */
function schemaOf({ kind, many, repeats, initial, needs }: ParameterDeclaration): SchemaObject {
  const one: SchemaObject = {
    ...(many && kind.schema.pattern === TEXT
      ? { ...kind.schema, pattern: TEXT_WITHOUT_COMMA }
      : kindSchema(kind.query ?? kind)),
  };
  const most = many ? MAX_VALUES : repeats;
  return {
    ...(most === undefined ? one : { type: 'array', items: one, maxItems: most }),
    // Clients send the defaults of the OpenAPI document, so a default that requires another parameter is only in the
    // description.
    ...(initial === undefined || needs ? {} : { default: initial as never }),
  };
}

/** The example of a parameter, by default its default, as a value of its schema. */
function exampleOf({ kind, many, repeats, initial, example = initial as string }: ParameterDeclaration): unknown {
  if (repeats !== undefined) return [example];
  if (!many) return example;
  const values = String(example).split(',');
  return kind.schema.type === 'integer' ? values.map(Number) : values;
}

function documentParameter(parameter: ParameterDeclaration): MethodDecorator {
  const { name, many, repeats, group, required = false } = parameter;
  const schema: SchemaObject = { ...schemaOf(parameter), examples: [exampleOf(parameter)] as never };
  return ApiQuery({
    name,
    required,
    description: sentencesOf(parameter).join(' '),
    schema,
    ...(many || repeats !== undefined ? { style: 'form', explode: !many } : {}),
    ...(group && { extensions: { [GROUP]: group } }),
  });
}

/** The sentences that describe a parameter: its own description, and sentences derived from its declaration. */
function sentencesOf(parameter: ParameterDeclaration): string[] {
  const { description, many, initial, needs, publicValues } = parameter;
  const timed = timedValues(parameter);
  return [
    description,
    ...(needs && initial !== undefined ? [`Default: ${JSON.stringify(initial)}.`] : []),
    ...(many ? ['Several values are separated by commas.'] : []),
    ...(timed ? [`The answer ${timed === ANY ? '' : `with ${timed} `}depends on the time of day.`] : []),
    ...(publicValues ? [`A credential of the scope \`public\` ${publicWords(publicValues)}.`] : []),
  ];
}

const ANY = 'any';

/** The values of a parameter with which the response depends on the time of day; empty: none. */
function timedValues(parameter: ParameterDeclaration): string {
  const { volatile, kind } = parameter;
  if (typeof volatile !== 'function') return volatile ? ANY : '';
  const values: unknown[] = kind.schema.enum ?? [];
  const timed = values.filter((value) => isVolatile({ parameter, value }));
  return timed.map((value) => `\`${String(value)}\``).join(' or ');
}

/** The ETag of a list; it may be absent if a parameter depends on the time of day. */
function listTag(query: new () => object, isDaily: boolean): ReferenceObject {
  const parameters = volatileIn(query);
  if (parameters.length === 0) return headerRef(isDaily ? 'DailyListETag' : 'ListETag');
  const usual = parameters.find((parameter) => isVolatile({ parameter, value: parameter.initial }));
  const words =
    usual && `Version of this answer. Absent while \`${usual.name}\` is \`${String(usual.initial)}\`, its default.`;
  return { ...headerRef('TimedListETag'), ...(words && { description: words }) };
}

/** How the responses of a list are cached. */
interface Caching {
  /** False if the response depends on the caller, because the cache does not distinguish callers. */
  readonly isCached?: boolean;
  /** Whether the response depends on the UTC day. */
  readonly isDaily?: boolean;
}

/** Declares the common parts of list handlers. */
function servesPages(
  query: new () => object,
  content: Record<string, { schema: SchemaObject | ReferenceObject }>,
  { isCached = true, isDaily = false }: Caching = {},
): MethodDecorator {
  return applyDecorators(
    TakesQuery(query),
    HttpCode(200),
    Refuses('invalidCursor'),
    UseInterceptors(PageInterceptor),
    AnswersChangesCursor(),
    ...(isCached ? [cachedUnlessVolatile(query, isDaily)] : []),
    ApiOkResponse({
      description: 'One page of the list.',
      content,
      headers: {
        ...(isCached && { ETag: listTag(query, isDaily) }),
        Link: headerRef('Link'),
        'Changes-Cursor': headerRef('ChangesCursor'),
      },
    }),
  );
}

/**
 * Declares a list handler: parameters, items (a class or a named kind), envelope. `other`: a media type that `Accept`
 * may request.
 */
export function ApiList(
  query: new () => object,
  item: ItemType,
  envelope: keyof typeof envelopes = 'page',
  { other, ...caching }: Caching & { readonly other?: typeof GEO_JSON_TYPE | typeof CALENDAR_TYPE } = {},
): MethodDecorator {
  const { write, type } = envelopes[envelope];
  return applyDecorators(
    other ? AnswersAs(other, 'on request') : AnswersJson(),
    Envelope(write),
    servesPages(query, { [JSON_TYPE]: { schema: answerRef(pageOf(type, item)) } }, caching),
  );
}

/** Declares a list handler that responds with a GeoJSON FeatureCollection; the items are its `properties`. */
export const ApiMap = (query: new () => object, item: Class, caching: Caching = {}): MethodDecorator =>
  applyDecorators(
    AnswersAs(GEO_JSON_TYPE, 'always'),
    servesPages(query, { [GEO_JSON_TYPE]: { schema: answerRef(featuresOf(item)) } }, caching),
  );

/** Declares a handler of facets: the number of rows per value of a field. */
export const ApiFacets = (query: new () => object, name: string): MethodDecorator =>
  ApiCounts(query, facetsAnswer(query, name));

/** Declares a handler that counts the rows of a list. */
export function ApiCounts(query: new () => object, answer: Class, { isDaily = false }: Caching = {}): MethodDecorator {
  return applyDecorators(
    TakesQuery(query),
    HttpCode(200),
    AnswersJson(),
    UseInterceptors(CountsInterceptor),
    AnswersChangesCursor(),
    cachedUnlessVolatile(query, isDaily),
    ApiOkResponse({
      description: 'The counts.',
      schema: answerRef(answer),
      headers: { ETag: listTag(query, isDaily), 'Changes-Cursor': headerRef('ChangesCursor') },
    }),
  );
}
