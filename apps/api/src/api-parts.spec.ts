import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import type { OpenAPIObject, ParameterObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { operationsOf } from './openapi/operations.js';
import { shareParameters } from './openapi/shared-parameters.js';
import { RouteAliasMiddleware } from './route-alias/route-alias.middleware.js';
import { Drain } from './shutdown/drain.js';

describe('RouteAliasMiddleware', () => {
  const canonical = (url: string, method = 'GET'): string => {
    const request = { url, method, originalUrl: url } as Request;
    let passed = 0;
    new RouteAliasMiddleware().use(request, {} as Response, () => (passed += 1));
    expect([passed, request.originalUrl]).toEqual([1, url]);
    return request.url;
  };

  it.each([
    ['GET', '/v1/accounts', '/api/v1/websites'],
    ['HEAD', '/v1/accounts/?a=b', '/api/v1/websites?a=b'],
    ['POST', '/v1/accounts', '/api/v1/accounts'],
    ['PUT', '/v1/accounts/12', '/api/v1/websites/12'],
    ['GET', '/v1/agents', '/api/v1/agents'],
    ['GET', '/v1/agents/31?x=/v1/agents', '/api/v1/agents/31?x=/v1/agents'],
    ['GET', '/v1/suburbs/postcodes', '/api/v1/suburbs/postcodes'],
    ['GET', '/v1/listings?a=1\n2', '/api/v1/listings?a=1\n2'],
    ['GET', '/v1/properties/', '/api/v1/properties/'],
    ['GET', '/v1/auth/me', '/api/v1/auth/me'],
    ['GET', '/v1/agentsx', '/api/v1/agentsx'],
    ['GET', '/v1/', '/api/v1/'],
    ['DELETE', '/v1/unknown', '/api/v1/unknown'],
    // Other paths stay unchanged.
    ['GET', '/v1', '/v1'],
    ['GET', '/V1/agents', '/V1/agents'],
    ['GET', '/api/v1/agents', '/api/v1/agents'],
    ['GET', '/x/v1/agents', '/x/v1/agents'],
  ])('rewrites %s %s to %s', (method, url, path) => {
    expect(canonical(url, method)).toBe(path);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('refuses %s /v1/accounts', (method) => {
    expect(() => canonical('/v1/accounts', method)).toThrow(
      expect.objectContaining({ code: 'METHOD_NOT_ALLOWED', extras: { headers: { Allow: 'GET, HEAD, POST' } } }),
    );
  });
});

describe('a service that is about to stop', () => {
  it('closes each connection after its response, including a request in progress', async () => {
    const drain = new Drain();
    const waiting: ServerResponse[] = [];
    const server = createServer((_, response) => void waiting.push(response));
    drain.watch(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server that listens
    const ask = async (times: number): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(times));
      let text = '';
      for await (const bytes of socket) text += String(bytes);
      return text;
    };
    try {
      expect(drain.hasBegun).toBe(false);
      const underWay = ask(1);
      while (waiting.length === 0) await new Promise(setImmediate);
      drain.begin();
      expect(drain.hasBegun).toBe(true);
      waiting.shift()?.end('first');
      expect(await underWay).toMatch(/connection: close/i);
      const later = ask(1);
      while (waiting.length === 0) await new Promise(setImmediate);
      waiting.shift()?.end('second');
      expect(await later).toMatch(/connection: close[^]*second/i);
    } finally {
      server.close();
    }
  });
});

describe('shareParameters', () => {
  const parameter = (name: string, description = name): ParameterObject => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  });

  const documentOf = (
    operations: Readonly<Record<string, readonly [tag: string, ...ParameterObject[]]>>,
  ): OpenAPIObject => {
    const paths = Object.entries(operations).map(([path, [tag, ...parameters]]) => [
      path,
      { get: { tags: [tag], parameters, responses: {} } },
    ]);
    return {
      openapi: '3.1.0',
      info: { title: '', version: '1' },
      paths: Object.fromEntries(paths) as OpenAPIObject['paths'],
    };
  };

  it('declares a parameter of several operations once', () => {
    const document = documentOf({ '/a': ['as', parameter('page'), parameter('own')], '/b': ['bs', parameter('page')] });
    expect(shareParameters(document)).toEqual({ Page: parameter('page') });
    const page = { $ref: '#/components/parameters/Page' };
    expect(operationsOf(document).map(({ operation }) => operation.parameters)).toEqual([
      [page, parameter('own')],
      [page],
    ]);
  });

  it('names parameters after their resource where the same name has different meanings', () => {
    const document = documentOf({
      '/a': ['agents', parameter('if-match'), parameter('id', 'of an agent')],
      '/a/x': ['agents', parameter('if-match'), parameter('id', 'of an agent')],
      '/b': ['accounts', parameter('if-match'), parameter('id', 'of an account')],
      '/b/x': ['accounts', parameter('id', 'of an account')],
    });
    expect(Object.keys(shareParameters(document)).sort()).toEqual(['AccountId', 'AgentId', 'IfMatch']);
  });

  it('fails if two parameters would share a name', () => {
    const one = parameter('ab', 'one');
    const other = { ...parameter('Ab', 'other') };
    const document = documentOf({ '/a': ['x', one, other], '/b': ['y', one, other] });
    expect(() => shareParameters(document)).toThrow('have the same names: Ab');
  });
});
