import type { AddressInfo, Server } from 'node:net';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DirectExpressAdapter } from './direct-express.adapter.js';

let seen: { request: object; response: object };

@Controller()
class EchoController {
  @Get('echo')
  echo(@Req() request: Request, @Res() response: Response): void {
    seen = { request, response };
    response.status(201).json({ path: request.path, query: request.query, is: request.accepts('json') });
  }
}

let app: NestExpressApplication;

beforeAll(async () => {
  const echo = await Test.createTestingModule({ controllers: [EchoController] }).compile();
  app = echo.createNestApplication<NestExpressApplication>(new DirectExpressAdapter());
  await app.listen(0, '127.0.0.1');
});

afterAll(() => app.close());

const address = () => `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;

it('serves Express requests and responses', async () => {
  const response = await fetch(`${address()}/echo?a=1`);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ path: '/echo', query: { a: '1' }, is: 'json' });
});

it("has the application's prototypes from the start, so that Express changes none", async () => {
  const express: { request: object; response: object } = app.getHttpAdapter().getInstance();
  const changed = vi.spyOn(Object, 'setPrototypeOf').mockImplementation((target: object, prototype: object | null) => {
    if (Object.getPrototypeOf(target) !== prototype) throw new Error('A prototype was changed');
    return target;
  });
  try {
    expect((await fetch(`${address()}/echo`)).status).toBe(201);
    expect(Object.getPrototypeOf(seen.request)).toBe(express.request);
    expect(Object.getPrototypeOf(seen.response)).toBe(express.response);
  } finally {
    changed.mockRestore();
  }
});
