import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { promisesOf } from './promises.js';

const textOf = (file: string) => readFileSync(resolve(import.meta.dirname, '../../docs', file), 'utf8');
const documentOf = (text: string) => JSON.parse(text) as OpenAPIObject;

const RELEASED = textOf('openapi-1.0.json');
const released = promisesOf(documentOf(RELEASED));

const broken = (document: OpenAPIObject): string[] => {
  const kept = promisesOf(document);
  return [...released].filter((promise) => !kept.has(promise));
};

describe('the document keeps the promises of 1.0', () => {
  it('in its present state', () => {
    expect(released.size).toBeGreaterThan(10_000);
    expect(broken(documentOf(textOf('openapi.json')))).toEqual([]);
  });

  it.each([
    ['an operation that goes', '"/api/v1/agents/{id}"', '"/api/v1/people/{id}"', 'get /api/v1/agents/{id}'],
    [
      'a parameter that is named anew',
      '"name":"minbedrooms"',
      '"name":"minBeds"',
      'get /api/v1/listings query minbedrooms',
    ],
    [
      'a parameter that is demanded',
      '"name":"minbedrooms","required":false',
      '"name":"minbedrooms","required":true',
      'get /api/v1/listings query minbedrooms may be missing',
    ],
    [
      'a value that is no longer taken',
      '"offmarket"',
      '"notListed"',
      'get /api/v1/listings query status[] takes "offmarket"',
    ],
    [
      'a field that goes from an answer',
      '"timeZone":',
      '"zone":',
      'get /api/v1/listings/{id} 200 application/json.timeZone is string',
    ],
    [
      'a field that changes its type',
      '"bedrooms":{"type":"integer"',
      '"bedrooms":{"type":"string"',
      'get /api/v1/listings/{id} 200 application/json.features.bedrooms is integer',
    ],
    ['another status', '"202":', '"200":', 'post /api/v1/feeds 202'],
  ])('whereas the check finds %s', (_, part, other, promise) => {
    const text = JSON.stringify(JSON.parse(RELEASED));
    expect(text).toContain(part);
    expect(broken(documentOf(text.replaceAll(part, other)))).toContain(promise);
  });

  it('and allows additions', () => {
    const document = documentOf(RELEASED);
    const { '/api/v1/agents': agents } = document.paths;
    Object.assign(document.paths, { '/api/v1/more': agents });
    agents?.get?.parameters?.push({ name: 'more', in: 'query', required: false, schema: { type: 'string' } });
    expect(broken(document)).toEqual([]);
  });
});
