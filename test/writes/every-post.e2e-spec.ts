import { IdempotencyInterceptor } from '@app/writes';
import { RequestMethod } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { expect, it } from 'vitest';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { specService } from '@testing';

const service = specService();

type Handler = (...args: unknown[]) => unknown;

/** A list whose parameters are a body: it writes nothing. */
const READS = new Set(['search', 'searchListings']);

/** The handlers of POST in the container. */
function posts(): Handler[] {
  const controllers = [...service.app.get(ModulesContainer).values()].flatMap(({ controllers: all }) => [
    ...all.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype?.prototype ?? {}) as Record<string, Handler>; // methods are functions
    const handlers = Object.getOwnPropertyNames(prototype).map((name) => prototype[name]!);
    return handlers.filter(
      (handler) => Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST && !READS.has(handler.name),
    );
  });
}

it('every POST supports Idempotency-Key, directly in front of its handler (B24)', () => {
  const all = posts();
  expect(all.length).toBeGreaterThan(1);
  for (const handler of all) {
    const interceptors = Reflect.getMetadata(INTERCEPTORS_METADATA, handler) as unknown[] | undefined;
    expect([handler.name, interceptors?.at(-1)]).toEqual([handler.name, IdempotencyInterceptor]);
  }
});

it('every POST in the document has the parameter', () => {
  const operations = Object.values(makeDocument(service.app).paths)
    .flatMap(({ post }) => post ?? [])
    .filter(({ operationId = '' }) => !READS.has(operationId));
  expect(operations).toHaveLength(posts().length);
  for (const { parameters } of operations) {
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  }
});
