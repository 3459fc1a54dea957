import { createApplication } from '../apps/api/src/bootstrap.js';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../apps/api/src/openapi/document.js';
import { testSettings } from './support/settings.js';
import { specification, specifiedParameters } from './support/specification.js';
import { createStore, type TestStore } from './support/store.js';

let store: TestStore;
let app: INestApplication;
let document: OpenAPIObject;

beforeAll(async () => {
  store = await createStore();
  app = await createApplication(testSettings, store.url);
  document = makeDocument(app);
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

const queryParameters = ({ parameters = [] }: OperationObject): string[] =>
  parameters.flatMap((one) => ('name' in one && one.in === 'query' ? one.name : [])).sort();

describe('the OpenAPI document', () => {
  it('is committed as the code makes it (after a change: npx vitest run test/openapi.spec.ts -u)', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../docs/openapi.json');
  });

  it('describes every operation, parameter, answer and field', () => {
    const bare: string[] = [];
    for (const [name, operation] of operations()) {
      if (!operation.summary || !operation.description || !operation.operationId) bare.push(name);
      for (const parameter of operation.parameters ?? []) {
        if ('name' in parameter && !parameter.description) bare.push(`${name} ${parameter.name}`);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!response || !('description' in response) || !response.description) bare.push(`${name} ${status}`);
      }
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      for (const [field, property] of Object.entries(('properties' in schema && schema.properties) || {})) {
        if (!('description' in property) || !property.description) bare.push(`${name}.${field}`);
      }
    }
    expect(bare).toEqual([]);
  });

  it('has no schema that nothing refers to', () => {
    const text = JSON.stringify(document);
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
  });

  it.skipIf(!specification)("declares exactly the parameters of the specification's tables", () => {
    const declared = new Map(
      operations()
        .map(([name, operation]): [string, string[]] => [name.replace('GET ', ''), queryParameters(operation)])
        // Feeds are ours: the specification knows nothing of them.
        .filter(([name, parameters]) => parameters.length > 0 && name !== '/api/v1/feeds'),
    );
    const specified = specifiedParameters(specification ?? '');
    expect(specified.size).toBe(8);
    expect(declared).toEqual(specified);
  });
});
