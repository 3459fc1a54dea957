import { createApplication } from '../../apps/api/src/bootstrap.js';
import { problems } from '@app/http';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject, OperationObject, ParameterObject, ResponseObject } from '@nestjs/swagger';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { createStore, dereferenced, documentAjv, resolved, silentLogger, testSettings, type TestStore } from '@testing';
import packageJson from '../../package.json' with { type: 'json' };
import { onlyOf } from './only-of.js';
import { COLLECTED, NOT_COLLECTED } from './collection-errors.js';
import { postmanCollection } from './postman-collection.js';
import { SPECIFIED_OPERATIONS, SPECIFIED_PARAMETERS } from './specified-interface.js';

/** The forms of these lists have the same parameters. */
const FORMS: Readonly<Record<string, string>> = {
  'GET /api/v1/listings/cards': '/api/v1/listings',
  'GET /api/v1/listings/geojson': '/api/v1/listings',
  'GET /api/v1/properties/cards': '/api/v1/properties',
  'GET /api/v1/properties/geojson': '/api/v1/properties',
  'GET /api/v1/suburbs/geojson': '/api/v1/suburbs',
};
/** Exports and counts have the filters of these lists. */
const FILTERED: Readonly<Record<string, string>> = {
  'GET /api/v1/export/accounts.ndjson': '/api/v1/websites',
  'GET /api/v1/export/agents.ndjson': '/api/v1/agents',
  'GET /api/v1/export/listings.ndjson': '/api/v1/listings',
  'GET /api/v1/export/listings.xml': '/api/v1/listings',
  'GET /api/v1/export/properties.ndjson': '/api/v1/properties',
  'GET /api/v1/export/suburbs.ndjson': '/api/v1/suburbs',
  'GET /api/v1/listings/clusters': '/api/v1/listings',
  'GET /api/v1/listings/facets': '/api/v1/listings',
  'GET /api/v1/listings/statistics': '/api/v1/listings',
};
/** Further operations with the filters of listings. */
const BESIDE_FILTERS: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/export/listings.xml': ['revision', 'since'],
  'GET /api/v1/listings/clusters': ['zoom'],
  'GET /api/v1/listings/facets': ['facetLimit', 'facets'],
  'GET /api/v1/listings/statistics': ['by', 'period', 'periods', 'until'],
};
/** Except these: statistics count every status, and do not depend on the time of day. */
const NOT_TAKEN: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/listings/statistics': ['isAuctions', 'isInspections', 'status'],
};
const OF_PAGES = new Set(['page', 'limit', 'cursor', 'sort']);
/** Inspections have the filters of listings, and their own order and dates. */
const OF_LISTINGS = new Set(['sort', 'baseDate']);

let store: TestStore;
let app: INestApplication;
let document: OpenAPIObject;

beforeAll(async () => {
  store = await createStore();
  app = await createApplication(testSettings, store.url, silentLogger);
  document = makeDocument(app, packageJson);
});

afterAll(async () => {
  await app.close();
  await store.drop();
});

const operations = (): [string, OperationObject][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, OperationObject] => [
      `${method.toUpperCase()} ${path}`,
      operation as OperationObject,
    ]),
  );

const parametersOf = ({ parameters = [] }: OperationObject): ParameterObject[] =>
  parameters.map((one) => resolved<ParameterObject>(document, one));

const queryParameters = (operation: OperationObject): string[] =>
  parametersOf(operation)
    .flatMap(({ name, in: where }) => (where === 'query' ? name : []))
    .sort();

interface Place {
  readonly place: string;
  readonly value: Record<string, unknown>;
}

/** Every object of a part of the document, except examples. */
function placesOf(part: unknown, place = ''): Place[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).flatMap(([name, value]) =>
    /^examples?$/.test(name) ? [] : placesOf(value, `${place}/${name}`),
  );
  return Array.isArray(part) ? inner : [{ place, value: part as Record<string, unknown> }, ...inner];
}

describe('the OpenAPI document', () => {
  it('is committed as the code makes it (after a change: npx vitest run test/openapi/openapi.e2e-spec.ts -u)', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json');
  });

  // `three-readers` runs it against the demo.
  it('is the source of the collection in docs/', async () => {
    const collection = `${JSON.stringify(postmanCollection(document), null, 1)}\n`;
    await expect(collection).toMatchFileSnapshot('../../docs/agency-directory.postman_collection.json');
  });

  it('is the source of a request for each error, except those that need more than one client', () => {
    const codes = Object.entries(problems).map(([name, { code }]) => (name in NOT_COLLECTED ? [] : code));
    expect(COLLECTED.toSorted()).toEqual(codes.flat().toSorted());
  });

  it('describes every operation, parameter, response and field', () => {
    const bare: string[] = [];
    for (const [name, operation] of operations()) {
      if (!operation.summary || !operation.description || !operation.operationId) bare.push(name);
      for (const parameter of parametersOf(operation)) {
        if (!parameter.description) bare.push(`${name} ${parameter.name}`);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!response || !resolved<ResponseObject>(document, response).description) bare.push(`${name} ${status}`);
      }
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      if (!('properties' in schema || 'allOf' in schema || ('description' in schema && schema.description)))
        bare.push(name);
      for (const [field, property] of Object.entries(('properties' in schema && schema.properties) || {})) {
        if (!('description' in property) || !property.description) bare.push(`${name}.${field}`);
      }
    }
    expect(bare).toEqual([]);
  });

  it('has a complete example of every body and response, valid by its schema', () => {
    const ajv = documentAjv({ allErrors: true });
    const compiled = new Map<string, ValidateFunction>();
    const validatorOf = (schema: object): ValidateFunction => {
      const text = JSON.stringify(schema);
      const validate = compiled.get(text) ?? ajv.compile(dereferenced(document, schema));
      compiled.set(text, validate);
      return validate;
    };
    const wrong: unknown[] = [];
    for (const [name, { requestBody, responses }] of operations()) {
      for (const part of [requestBody, ...Object.values(responses)]) {
        const { content = {} } = part ? resolved<ResponseObject>(document, part as ResponseObject) : {};
        for (const { schema = {}, examples = {} } of Object.values(content)) {
          const validate = validatorOf(schema);
          if (Object.keys(examples).length === 0) wrong.push(`${name} has no example`);
          for (const [title, example] of Object.entries(examples)) {
            const { value } = resolved<{ value?: unknown }>(document, example);
            if (!validate(value)) wrong.push([name, title, validate.errors]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has a valid example of every parameter', () => {
    const ajv = documentAjv();
    const all = new Map(
      operations().flatMap(([name, operation]) => parametersOf(operation).map((one) => [`${name} ${one.name}`, one])),
    );
    const wrong = [...all].filter(
      ([, { schema = {}, example }]) =>
        example === undefined || !ajv.validate(dereferenced(document, schema), example as unknown),
    );
    expect(wrong).toEqual([]);
    expect(all.size).toBeGreaterThan(1_000);
  });

  it('has every field of a body or response in an example', () => {
    const { examples, responses, schemas = {} } = document.components ?? {};
    const shown = JSON.stringify([examples, responses]);
    const fields = Object.values(schemas).flatMap((schema) =>
      Object.keys(('properties' in schema && schema.properties) || {}),
    );
    expect(fields.filter((field) => !shown.includes(`"${field}":`))).toEqual([]);
  });

  it('has no unused component', () => {
    const text = JSON.stringify(document);
    const names = Object.entries(document.components ?? {}).flatMap(([section, parts]) =>
      section === 'securitySchemes'
        ? []
        : Object.keys(parts as object).map((name) => `#/components/${section}/${name}`),
    );
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });

  it('has no duplicates: shared parts are components', () => {
    const { paths, components = {} } = document;
    const { schemas = {}, parameters = {}, headers = {} } = components;
    const inPlace = [
      ...placesOf({ paths, parameters, headers }),
      ...Object.entries(schemas).flatMap(([name, schema]) => placesOf(schema, name).slice(1)),
    ];
    // A GeoJSON feature has a member called `properties`.
    const objectsAndEnums = inPlace.filter(
      ({ place, value }) => 'enum' in value || ('properties' in value && !place.endsWith('Feature/properties')),
    );
    expect(objectsAndEnums.map(({ place }) => place)).toEqual([]);

    const repeated = (values: unknown[]) => {
      const texts = values.map((value) => JSON.stringify(value));
      return [...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))];
    };
    const patterns = placesOf(document).flatMap(({ value: { pattern } }) =>
      typeof pattern === 'string' ? pattern : [],
    );
    expect(repeated(patterns).filter((pattern) => pattern.length > 40)).toEqual([]);
    const ofOperations = operations().map(([, operation]) => operation);
    expect(repeated(ofOperations.flatMap(({ parameters: own = [] }) => own.filter((one) => !('$ref' in one))))).toEqual(
      [],
    );
    const answers = ofOperations.flatMap((operation) => Object.entries(operation.responses));
    const inline = answers.filter(([, answer]) => answer && !('$ref' in answer));
    expect(inline.filter(([status]) => Number(status) >= 300)).toEqual([]);
    const inlineHeaders = inline.flatMap(([, answer]) => Object.values((answer as ResponseObject).headers ?? {}));
    expect(repeated(inlineHeaders.filter((header) => !('$ref' in header)))).toEqual([]);
  });

  it('can be converted to TypeScript types', async () => {
    const types = astToString(await openapiTS(JSON.stringify(onlyOf(document, SPECIFIED_OPERATIONS))));
    expect(types).toContain('export interface paths');
  });

  it('has the operations of the specification', () => {
    const names = new Set(operations().map(([name]) => name));
    expect(SPECIFIED_OPERATIONS.filter((name) => !names.has(name))).toEqual([]);
  });

  const declaredOf = (name: string): string[] => {
    const found = operations().find(([other]) => other === name);
    return found ? queryParameters(found[1]).toSorted() : [];
  };

  it('has the parameters in the tables of the specification', () => {
    const missing = [...SPECIFIED_PARAMETERS].flatMap(([path, parameters]) => {
      const declared = declaredOf(`GET ${path}`);
      return parameters.filter((name) => !declared.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('has the filters of a list in its other forms', () => {
    const ofTimes = [...declaredOf('GET /api/v1/listings').filter((name) => !OF_LISTINGS.has(name)), 'kind'];
    expect(declaredOf('GET /api/v1/inspections')).toEqual(ofTimes.toSorted());
    expect(declaredOf('GET /api/v1/inspections.ics')).toEqual(ofTimes.filter((name) => !OF_PAGES.has(name)).toSorted());
    for (const [name, list] of Object.entries(FORMS)) expect(declaredOf(name)).toEqual(declaredOf(`GET ${list}`));
    for (const [name, list] of Object.entries(FILTERED)) {
      const without = new Set([...OF_PAGES, ...(NOT_TAKEN[name] ?? [])]);
      const taken = declaredOf(`GET ${list}`).filter((parameter) => !without.has(parameter));
      expect(declaredOf(name)).toEqual([...taken, ...(BESIDE_FILTERS[name] ?? [])].toSorted());
    }
  });
});
