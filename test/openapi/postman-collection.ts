import type { OpenAPIObject, ResponseObject } from '@nestjs/swagger';
import { resolved } from '@testing';
import { CREATIONS } from './collection-creations.js';
import { ERROR_VARIABLES, errorItems } from './collection-errors.js';
import { collectionItem, hasSchema, hasStatus, type Pair, stores } from './collection-item.js';
import { documentedExample } from './documented-example.js';
import { type DocumentedRequest, documentedRequests, inOrder, variableOf } from './documented-request.js';
import { componentsOf, withoutWords } from './response-schemas.js';

const firstSentence = (text = ''): string => /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;

/** Without this parameter, the answer depends on the time of day and has no ETag. */
const FOR_ETAG = 'datefrom';

/** The origin of pages that may call the demo from a browser. */
const ORIGIN = 'http://localhost:4000';

/** The collection of all requests in the document, of conditional reads, errors and preflights. */
export function postmanCollection(document: OpenAPIObject): object {
  const requests = documentedRequests(document);
  const folders = Object.entries(inOrder(requests)).map(([name, all]) => ({
    name,
    item: all.flatMap((one) => [requestOf(document, one), ...againOf(one)]),
  }));
  const schemas = requests.flatMap((one) => jsonSchemaOf(document, one) ?? []);
  const used = componentsOf(document, [...schemas, { $ref: '#/components/schemas/Problem' }]);
  const empty = [...Object.values(CREATIONS).map(({ variable }) => variable), ...ERROR_VARIABLES, 'etag'];
  return {
    info: {
      name: document.info.title,
      description: 'Made from docs/openapi.json. Set baseUrl, accessKey and secretKey: docs/TESTING.md.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'accessKey', value: '' },
      { key: 'secretKey', value: '' },
      { key: 'origin', value: ORIGIN },
      ...empty.map((key) => ({ key, value: '' })),
      { key: 'schemas', value: JSON.stringify(used) },
    ],
    item: [...folders, { name: '5 Errors', item: errorItems() }, { name: '6 Preflights', item: preflights(requests) }],
  };
}

/** The schema of the success, if it is JSON. */
function jsonSchemaOf(document: OpenAPIObject, { of, status, accept = '' }: DocumentedRequest): object | undefined {
  const { content } = resolved<ResponseObject>(document, of.responses[status] as ResponseObject);
  return accept.includes('json') && !accept.includes('ndjson') ? content?.[accept]?.schema : undefined;
}

const hasTag = ({ method, of }: DocumentedRequest): boolean => method === 'GET' && '304' in of.responses;

function requestOf(document: OpenAPIObject, request: DocumentedRequest): object {
  const creation = CREATIONS[request.id];
  const schema = jsonSchemaOf(document, request);
  return collectionItem({
    ...wordsOf(request),
    description: request.of.description ?? '',
    query: queryOf(request),
    tests: [
      hasStatus(request.status),
      ...(schema ? [hasSchema(withoutWords(schema))] : []),
      ...(hasTag(request) ? [`pm.collectionVariables.set('etag', pm.response.headers.get('ETag'));`] : []),
      ...(creation ? [stores(creation.variable, creation.idOf)] : []),
    ],
  });
}

/** The same read with the ETag that it had. */
function againOf(request: DocumentedRequest): object[] {
  if (!hasTag(request)) return [];
  const { name, headers, ...others } = wordsOf(request);
  return [
    collectionItem({
      ...others,
      name: `${name} again`,
      headers: { ...headers, 'If-None-Match': '{{etag}}' },
      query: queryOf(request).flatMap(({ key, value, disabled }) => (disabled ? [] : [{ key, value }])),
      tests: [hasStatus(304)],
    }),
  ];
}

/** The parts that a request and its repetition share. */
const wordsOf = (request: DocumentedRequest) => ({
  name: request.of.summary ?? request.id,
  method: request.method,
  path: request.path.replaceAll(/\{(\w+)\}/g, ':$1'),
  headers: { ...(request.accept && { Accept: request.accept }) },
  body: request.body,
  variables: request.parameters
    .filter((one) => one.in === 'path')
    .map((one): Pair => {
      const variable = variableOf(request, one.name);
      return { key: one.name, value: variable ? `{{${variable}}}` : documentedExample(one) };
    }),
});

/** The query parameters; optional ones are there, and not sent. */
const queryOf = ({ id, parameters }: DocumentedRequest): Pair[] =>
  parameters
    .filter((one) => one.in === 'query')
    .map((one) => {
      const isSent = one.required || (id === 'listInspections' && one.name === FOR_ETAG);
      return {
        key: one.name,
        value: documentedExample(one),
        ...(!isSent && { disabled: true }),
        description: firstSentence(one.description),
      };
    });

/** The requests that browsers send before those of a page of another origin, one for each path. */
function preflights(requests: readonly DocumentedRequest[]): object[] {
  const paths = new Map(requests.filter(({ path }) => path.startsWith('/api/')).map((one) => [one.path, one]));
  return [...paths.values()].map((request) =>
    collectionItem({
      name: `Preflight of ${request.path}`,
      method: 'OPTIONS',
      path: wordsOf(request).path,
      variables: wordsOf({ ...request, method: 'GET' }).variables,
      keys: null,
      headers: {
        Origin: '{{origin}}',
        'Access-Control-Request-Method': request.method,
        'Access-Control-Request-Headers': 'x-access-key,x-secret-key',
      },
      tests: [
        hasStatus(204),
        `pm.test('origin', () => pm.response.to.have.header('Access-Control-Allow-Origin', pm.variables.get('origin')));`,
        `pm.test('method', () => pm.expect(pm.response.headers.get('Access-Control-Allow-Methods')).to.include('${request.method}'));`,
        `pm.test('keys', () => pm.expect(pm.response.headers.get('Access-Control-Allow-Headers')).to.match(/x-access-key.*x-secret-key/i));`,
      ],
    }),
  );
}
