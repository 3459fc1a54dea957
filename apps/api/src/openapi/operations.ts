import { headerRef, IF_MATCH } from '@app/http';
import { IDEMPOTENCY } from '@app/writes';
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from '@nestjs/swagger';

type Examples = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete'] as const;

/** All operations of a document, with their paths and methods. */
export const operationsOf = (document: OpenAPIObject) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );

const IF_NONE_MATCH: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the version that the client has. If it is still current, the answer is 304 without a body.',
  schema: { type: 'string' },
  example: '"7-x3kQ"',
};

/**
 * Adds to each operation the parts that follow from its method, its parameters and its answers.
 *
 * @param examples example bodies by the names of their schemas
 */
export function describeOperations(document: OpenAPIObject, examples: Examples): void {
  for (const { method, operation } of operationsOf(document)) {
    if (takesIdempotencyKey(operation.parameters ?? [])) markReplays(operation);
    if (method === 'get') takeTags(operation);
    for (const parameter of operation.parameters ?? []) if ('in' in parameter) showInForms(parameter);
    for (const part of [operation.requestBody, ...Object.values(operation.responses)]) addExample(part, examples);
    for (const answer of Object.values(operation.responses)) if (answer && !('$ref' in answer)) addLimitHeaders(answer);
  }
}

/** Adds the header that marks a replayed answer (B24). */
function markReplays(post: OperationObject): void {
  for (const [status, answer] of Object.entries(post.responses)) {
    if (!status.startsWith('2') || !answer || '$ref' in answer) continue;
    answer.headers = { ...answer.headers, 'Idempotent-Replayed': headerRef('IdempotentReplayed') };
  }
}

/** Whether an operation accepts the idempotency key. */
export const takesIdempotencyKey = (parameters: readonly object[]): boolean =>
  parameters.some((one) => 'name' in one && one.name === IDEMPOTENCY.name);

/**
 * Adds a 304 response to a read with an ETag. Single resources also accept `If-Match`, which never matches the weak
 * ETags of lists.
 */
function takeTags(get: OperationObject): void {
  const { '200': read } = get.responses;
  if (!read || !('headers' in read) || !read.headers?.ETag) return;
  const isStrong = '$ref' in read.headers.ETag && read.headers.ETag.$ref === headerRef('ETag').$ref;
  get.responses['304'] = { $ref: '#/components/responses/NotModified' };
  get.parameters = [...(get.parameters ?? []), IF_NONE_MATCH, ...(isStrong ? [IF_MATCH] : [])];
}

/**
 * Prepares a parameter for forms. The example moves from the schema, where the decorators of @nestjs/swagger leave it, to
 * the parameter, where forms, generators and mock servers look for it.
 */
function showInForms(parameter: ParameterObject): void {
  if (parameter.schema && 'examples' in parameter.schema) {
    const { examples, ...schema } = parameter.schema as SchemaObject & { examples: unknown[] };
    [parameter.example] = examples;
    parameter.schema = schema;
  }
}

/**
 * Adds the rate limit headers (draft-ietf-httpapi-ratelimit-headers-08), and `Retry-After` to errors that pass (B22).
 */
export function addLimitHeaders(answer: ResponseObject, isToWait = false): void {
  answer.headers = {
    ...answer.headers,
    'RateLimit-Policy': headerRef('RateLimitPolicy'),
    RateLimit: headerRef('RateLimit'),
    ...(isToWait && { 'Retry-After': headerRef('RetryAfter') }),
  };
}

/** Adds complete examples to a body or an answer, from the examples of its schemas. */
function addExample(part: RequestBodyObject | ResponseObject | ReferenceObject | undefined, examples: Examples): void {
  if (!part || !('content' in part)) return;
  for (const [type, media] of Object.entries(part.content ?? {})) {
    // A body that is not JSON has its own example under its media type.
    const own = media.examples?.[type];
    if (own) media.examples = { [type]: own };
    const forms = formsOf(media.schema ?? {});
    const names = forms.flatMap((form) => ('$ref' in form ? (form.$ref.split('/').at(-1) ?? []) : []));
    const known = names.filter((name) => name in examples);
    if (known.length === 0) continue;
    media.examples = Object.fromEntries(known.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  }
}

/** The alternative schemas of a body. */
const formsOf = (schema: SchemaObject | ReferenceObject): (SchemaObject | ReferenceObject)[] =>
  ('oneOf' in schema && schema.oneOf) || ('anyOf' in schema && schema.anyOf) || [schema];
