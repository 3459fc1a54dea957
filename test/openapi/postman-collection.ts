import type { OpenAPIObject, OperationObject, ParameterObject } from '@nestjs/swagger';
import { CREATIONS, OF_DEMO } from './collection-creations.js';
import { dereferenced, resolved } from '@testing';
import { documentedExample } from './documented-example.js';

const KEYS = [
  { key: 'x-access-key', value: '{{accessKey}}' },
  { key: 'x-secret-key', value: '{{secretKey}}' },
];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly ParameterObject[];
  readonly of: OperationObject;
}

const firstSentence = (text = ''): string => /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;

/** The collection of all requests in the document, in an order that works: reads, creates, updates, deletes. */
export function postmanCollection(document: OpenAPIObject): object {
  const operations = Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as Record<string, OperationObject>).map(([method, of]): Operation => {
      const all = [...parameters, ...(of.parameters ?? [])].map((one) => resolved<ParameterObject>(document, one));
      return { method: method.toUpperCase(), path, parameters: all.map((one) => dereferenced(document, one)), of };
    }),
  );
  const creations = Object.keys(CREATIONS);
  const isCreation = ({ of }: Operation) => creations.includes(of.operationId ?? '');
  const placeOf = ({ of }: Operation) => creations.indexOf(of.operationId ?? '');
  const creatorOf = ({ path }: Operation) => Object.values(CREATIONS).findIndex(({ at }) => at === path);
  const folders: Readonly<Record<string, readonly Operation[]>> = {
    // A stream has no end for a collection.
    '1 Reads': operations.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream')),
    '2 Creations': operations.filter(isCreation).toSorted((a, b) => placeOf(a) - placeOf(b)),
    '3 Changes': operations.filter((one) => ['POST', 'PUT', 'PATCH'].includes(one.method) && !isCreation(one)),
    '4 Deletions': operations
      .filter(({ method }) => method === 'DELETE')
      .toSorted((a, b) => creatorOf(b) - creatorOf(a)),
  };
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
      ...Object.values(CREATIONS).map(({ variable }) => ({ key: variable, value: '' })),
    ],
    item: Object.entries(folders).map(([name, all]) => ({ name, item: all.map((one) => requestOf(document, one)) })),
  };
}

function requestOf(document: OpenAPIObject, operation: Operation): object {
  const { method, path, parameters, of } = operation;
  const [status = '', answer] = Object.entries(of.responses).find(([code]) => code.startsWith('2')) ?? [];
  const type = Object.keys(resolved<{ content?: object }>(document, answer ?? {}).content ?? {})[0];
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({
      key: one.name,
      value: documentedExample(one),
      ...(!one.required && { disabled: true }),
      description: firstSentence(one.description),
    }));
  const parts = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const search = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  const [bodyType, body] = bodyOf(document, of) ?? [];
  return {
    name: of.summary ?? of.operationId,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testOf(of.operationId ?? '', status) } }],
    request: {
      method,
      header: [
        ...KEYS,
        ...(type ? [{ key: 'Accept', value: type }] : []),
        ...(bodyType ? [{ key: 'Content-Type', value: bodyType }] : []),
      ],
      url: {
        raw: `{{baseUrl}}/${parts.join('/')}${search.length > 0 ? `?${search.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: parts,
        query,
        variable: parameters
          .filter((one) => one.in === 'path')
          .map((one) => ({ key: one.name, value: valueOf(operation, one) })),
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: body } }),
      description: of.description ?? '',
    },
  };
}

/** The id of a created resource for a request that writes to it; otherwise the example of the parameter. */
function valueOf({ method, path }: Operation, parameter: ParameterObject): string {
  const [before = ''] = path.split(`{${parameter.name}}`);
  const creation = Object.values(CREATIONS).find(({ at }) => at === `${before}{${parameter.name}}`);
  return method !== 'GET' && !OF_DEMO.test(path) && creation
    ? `{{${creation.variable}}}`
    : documentedExample(parameter);
}

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** The media type and the text of the first example of a body. */
function bodyOf(document: OpenAPIObject, { requestBody }: OperationObject): readonly [string, string] | undefined {
  if (!requestBody) return undefined;
  const { content } = dereferenced(document, requestBody) as { content: Readonly<Record<string, Content>> }; // no references
  const [type = '', { example, examples = {} } = {}] = Object.entries(content)[0] ?? [];
  const value = example ?? Object.values(examples)[0]?.value;
  return [type, typeof value === 'string' ? value : JSON.stringify(value, null, 2)];
}

/** A test of the status; a create stores its id. */
function testOf(operationId: string, status: string): string[] {
  const creation = CREATIONS[operationId];
  return [
    `pm.test('${status}', () => pm.response.to.have.status(${status}));`,
    ...(creation ? [`pm.collectionVariables.set('${creation.variable}', pm.response.json().${creation.idOf});`] : []),
  ];
}
