import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { answerOf, headOf, listen, type Listening } from '../../../../test/http/listening.js';
import { answerProblem } from '../problem.filter.js';
import { clientAddress } from './client-address.js';
import { limitDocuments, limitsOf, PUBLIC, setRateLimits } from './rate-limits.js';

let listening: Listening | undefined;

afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

/** Serves paths that are counted in different ways. */
async function start(limit: { requests: number; seconds: number } | 'off', trustProxy: number | boolean = false) {
  const app = express().set('trust proxy', trustProxy);
  setRateLimits(app, limit);
  app.use(limitDocuments);
  app.get('/accounts/:key', (request, response) => {
    const limits = limitsOf(request);
    limits?.spend(limits.credentials, request.params.key, request, response);
    response.send('counted');
  });
  app.get('/free', (request) => {
    limitsOf(request)?.pass(request);
    throw Object.assign(new Error('wrong'), { status: 400 });
  });
  app.get('/wrong', () => {
    throw Object.assign(new Error('wrong'), { status: 400 });
  });
  app.get('/address', (request, response) => response.send(clientAddress(request)));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerProblem(error, request, response);
  });
  listening = await listen(app);
  return async (path: string, ...lines: string[]) => answerOf(await listening!.exchange(headOf('GET', path, ...lines))); // it listens until the test ends
}

const statuses = async (get: Awaited<ReturnType<typeof start>>, path: string, times: number, ...lines: string[]) => {
  const found: number[] = [];
  for (let at = 0; at < times; at++) found.push((await get(path, ...lines)).status);
  return found;
};

describe('request limits (ADR 11)', () => {
  it('count each key separately, and report the remaining requests', async () => {
    const get = await start({ requests: 2, seconds: 60 });
    const first = await get('/accounts/a');
    expect(first.headers.get('ratelimit-policy')).toBe('"credential";q=2;w=60');
    expect(first.headers.get('ratelimit')).toBe('"credential";r=1;t=60');
    expect(await statuses(get, '/accounts/a', 3)).toEqual([200, 429, 429]);
    expect(await statuses(get, '/accounts/b', 1)).toEqual([200]);
    const refused = await get('/accounts/a');
    expect(refused.headers.get('ratelimit')).toMatch(/^"credential";r=0;t=(60|59)$/);
    expect(refused.headers.get('retry-after')).toMatch(/^(60|59)$/);
  });

  it('count failures by address, and then refuse them', async () => {
    const get = await start({ requests: 2, seconds: 60 });
    expect(await statuses(get, '/wrong', 4)).toEqual([400, 400, 429, 429]);
    const nowhere = await get('/nowhere');
    expect(nowhere.status).toBe(404); // Express's own response, which no filter has seen
    expect(await statuses(get, '/accounts/a', 1)).toEqual([200]);
  });

  it('do not count a request twice, nor an exempt one', async () => {
    const get = await start({ requests: 2, seconds: 60 });
    expect(await statuses(get, '/free', 5)).toEqual([400, 400, 400, 400, 400]);
    const refused = await statuses(get, '/accounts/a', 5);
    expect(refused).toEqual([200, 200, 429, 429, 429]);
    expect(await statuses(get, '/wrong', 2)).toEqual([400, 400]);
  });

  it('send no headers while they are off', async () => {
    const get = await start('off');
    expect(await statuses(get, '/wrong', 5)).toEqual([400, 400, 400, 400, 400]);
    const { headers } = await get('/accounts/a');
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
  });

  it.each([
    ['/docs', true],
    ['/DOCS/', true],
    ['/docs?a=b', true],
    ['/docs/errors', true],
    ['/api/v1/openapi.json', true],
    ['/documents', false],
    ['/api/v1/openapi.jsonx', false],
    ['/api/docs', false],
  ])('for public documents apply to %s: %s', async (path, asked) => {
    const get = await start({ requests: 1, seconds: 60 });
    const { headers } = await get(path);
    const policy = `"documents";q=${PUBLIC.requests};w=${PUBLIC.seconds}`;
    expect(headers.get('ratelimit-policy')).toBe(asked ? policy : null);
  });
});

describe('the address of a client', () => {
  it.each<[string, number | boolean, string[], string]>([
    ['the connection', false, ['X-Forwarded-For: 192.0.2.7'], '127.0.0.1'],
    ['a trusted proxy', 1, ['X-Forwarded-For: 192.0.2.7'], '192.0.2.7'],
    ['the nearest of several', 1, ['X-Forwarded-For: 203.0.113.9, 192.0.2.7'], '192.0.2.7'],
    ['an IPv6 network', 1, ['X-Forwarded-For: 2001:db8:1:2ff::9'], '2001:db8:1:200::/56'],
    ['the proxy, when it passes on no address', 1, ['X-Forwarded-For: unknown'], '127.0.0.1'],
    ['the proxy, when it passes on nothing', 1, [], '127.0.0.1'],
  ])('is the address of %s', async (_, trusted, lines, address) => {
    const get = await start('off', trusted);
    expect((await get('/address', ...lines)).text).toBe(address);
  });
});
