import type { OpenAPIObject, OperationObject, ParameterObject } from '@nestjs/swagger';
import { dereferenced, resolved } from '@testing';
import { CREATIONS, OF_DEMO } from './collection-creations.js';
import { documentedExample } from './documented-example.js';

/** An operation with its examples: together they are a request that the demo accepts. */
export interface DocumentedRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly ParameterObject[];
  readonly of: OperationObject;
  /** The documented success. */
  readonly status: string;
  /** The media type of the success, if it has a body. */
  readonly accept: string | undefined;
  readonly body: { readonly type: string; readonly text: string } | undefined;
}

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** The requests of a document, in its order. */
export function documentedRequests(document: OpenAPIObject): DocumentedRequest[] {
  return Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as Record<string, OperationObject>).map(([method, of]): DocumentedRequest => {
      const all = [...parameters, ...(of.parameters ?? [])].map((one) => resolved<ParameterObject>(document, one));
      const [status = '', answer] = Object.entries(of.responses).find(([code]) => code.startsWith('2')) ?? [];
      return {
        id: of.operationId ?? '',
        method: method.toUpperCase(),
        path,
        parameters: all.map((one) => dereferenced(document, one)),
        of,
        status,
        accept: Object.keys(resolved<{ content?: object }>(document, answer ?? {}).content ?? {})[0],
        body: bodyOf(document, of),
      };
    }),
  );
}

/** The media type and the text of the first example of a body. */
function bodyOf(document: OpenAPIObject, { requestBody }: OperationObject): DocumentedRequest['body'] {
  if (!requestBody) return undefined;
  const { content } = dereferenced(document, requestBody) as { content: Readonly<Record<string, Content>> }; // no references
  const [type = '', { example, examples = {} } = {}] = Object.entries(content)[0] ?? [];
  const value = example ?? Object.values(examples)[0]?.value;
  return { type, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
}

const creations = Object.keys(CREATIONS);
const isCreation = ({ id }: DocumentedRequest): boolean => creations.includes(id);
const placeOf = ({ id }: DocumentedRequest): number => creations.indexOf(id);
const creatorOf = ({ path }: DocumentedRequest): number => Object.values(CREATIONS).findIndex(({ at }) => at === path);

/** The requests in an order that works: reads, creations, changes, deletions. A stream has no end. */
export function inOrder(
  requests: readonly DocumentedRequest[],
): Readonly<Record<string, readonly DocumentedRequest[]>> {
  return {
    '1 Reads': requests.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream')),
    '2 Creations': requests.filter(isCreation).toSorted((a, b) => placeOf(a) - placeOf(b)),
    '3 Changes': requests.filter((one) => ['POST', 'PUT', 'PATCH'].includes(one.method) && !isCreation(one)),
    '4 Deletions': requests.filter(({ method }) => method === 'DELETE').toSorted((a, b) => creatorOf(b) - creatorOf(a)),
  };
}

/** The variable with the id of a created resource, for a request that writes to it. */
export function variableOf({ method, path }: DocumentedRequest, name: string): string | undefined {
  const [before = ''] = path.split(`{${name}}`);
  const creation = Object.values(CREATIONS).find(({ at }) => at === `${before}{${name}}`);
  return method !== 'GET' && !OF_DEMO.test(path) ? creation?.variable : undefined;
}

/** The path of a request with its examples, or with other values of its path parameters. */
export const pathOf = (
  { path, parameters }: DocumentedRequest,
  valueOf: (name: string) => string | undefined = () => undefined,
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return valueOf(name) ?? (parameter ? documentedExample(parameter) : '');
  });

/** The required query parameters of a request, with their examples. */
export const requiredQuery = ({ parameters }: DocumentedRequest): Record<string, string> =>
  Object.fromEntries(
    parameters.filter((one) => one.in === 'query' && one.required).map((one) => [one.name, documentedExample(one)]),
  );
