import { EventEmitter, once } from 'node:events';
import { NotFoundException, PayloadTooLargeException } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOneLayer } from './as-one-layer.js';
import { decideByTag } from './preconditions.js';
import { answerOf, headOf, listen, type Listening, type WireAnswer } from '../../../test/http/listening.js';
import { originForm, requestForm } from './request-form.js';
import { answerProblem } from './problem.filter.js';
import { problems } from './problem.js';
import { setPublicUrl } from './public-url.js';
import { isProbe, requestLogger } from './log/request-log.js';
import { standardHeaders } from './standard-headers.js';

/** The exceptions of the handlers, by the last segment of the path. */
const THROWN: Record<string, unknown> = {
  problem: problems.notFound('house'),
  nest: new PayloadTooLargeException(),
  nothing: undefined,
  text: 'a text',
  status: Object.assign(new Error('of a middleware'), { status: 415 }),
  server: Object.assign(new Error('of a middleware'), { status: 502 }),
  odd: Object.assign(new Error('no number'), { status: '404' }),
  database: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  value: Object.assign(new Error('invalid byte sequence'), { code: '22021' }),
};

interface Line {
  readonly level: number;
  readonly requestId?: string;
  readonly route?: string;
  readonly path?: string;
  readonly status?: number;
  readonly bytes?: number;
  readonly problem?: string;
  readonly err?: { readonly type: string; readonly code?: string; readonly message: string; readonly stack?: string };
  readonly durationMs?: number;
}

const STREAMED = 'x'.repeat(5_000);
/** Resolves when the request without a response has arrived. */
const arrived = new EventEmitter();
let listening: Listening;
let log: Line[] = [];

beforeAll(async () => {
  const app = express();
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line) as Line) });
  app.disable('x-powered-by').set('etag', false);
  decideByTag(app.request);
  setPublicUrl(app, 'https://directory.example');
  app.use(asOneLayer(originForm, requestLogger(logger), standardHeaders, requestForm));
  app.get('/seen/*rest', (request, response) => response.json({ url: request.url, path: request.path }));
  app.get('/livez', (_, response) => response.status(503).end());
  app.put('/houses/:id', (_, response) => response.end());
  app.get('/houses/:id', (_, response) => response.end());
  app.all('/tagged/:status', (request, response) => {
    response.status(Number(request.params.status)).set('ETag', '"a"').send('whole');
  });
  app.get('/untagged', (_, response) => response.send('whole'));
  app.get('/late', (_, response) => {
    response.write('half');
    throw new Error('too late');
  });
  app.get('/streamed', (_, response) => response.write(STREAMED, () => response.end()));
  app.get('/never', () => arrived.emit('request'));
  app.get('/thrown/:what', (request, _, next) => {
    const error = THROWN[request.params.what];
    if (error === undefined) throw new NotFoundException();
    next(error);
  });
  app.use((_: Request, __: Response, next: NextFunction) => next(new NotFoundException()));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerProblem(error, request, response);
  });
  listening = await listen(app);
});

beforeEach(() => (log = []));

afterAll(() => listening.close());

const send = async (method: string, target: string, ...lines: string[]): Promise<WireAnswer> =>
  answerOf(await listening.exchange(headOf(method, target, ...lines)));

const codeOf = ({ text }: WireAnswer): unknown => (JSON.parse(text) as { code: unknown }).code;

describe('the target of a request', () => {
  it.each([
    ['/seen/a', '/seen/a'],
    ['http://other.example/seen/a?b=1', '/seen/a?b=1'],
    ['HTTPS://user@other.example:99/seen/a', '/seen/a'],
    ['http:///seen/a', '/seen/a'],
    // A path that only looks like a URL stays a path.
    ['/seen/http://other.example/a', '/seen/http://other.example/a'],
    ['//seen/a', undefined],
    ['http://other.example?page=2', undefined],
  ])('%s is parsed as %s', async (target, url) => {
    const answer = await send('GET', target);
    if (url === undefined) expect(codeOf(answer)).toBe('ROUTE_NOT_FOUND');
    else expect(JSON.parse(answer.text)).toEqual({ url, path: url.split('?')[0] });
    expect(answer.text).not.toContain('other.example?');
  });

  it.each([
    ['/seen/100%', '/seen/100%25'],
    ['/seen/%zz/%C3%A9', '/seen/%25zz/%C3%A9'],
    ['/seen/%C3?q=%C3', '/seen/%25C3?q=%C3'],
    ['/seen/a%20b?q=%', '/seen/a%20b?q=%'],
    ['/seen/%E0%A4%A', '/seen/%25E0%25A4%25A'],
  ])('%s is changed to %s, whose path can be decoded', async (target, url) => {
    expect(JSON.parse((await send('GET', target)).text)).toMatchObject({ url });
  });

  it('requires a Host header in HTTP/1.1, but not in 1.0', async () => {
    const without = (version: string) => `GET /seen/a HTTP/${version}\r\nConnection: close\r\n\r\n`;
    const missing = answerOf(await listening.exchange(without('1.1')));
    expect([missing.status, codeOf(missing)]).toEqual([400, 'MALFORMED_REQUEST']);
    expect(answerOf(await listening.exchange(without('1.0'))).status).toBe(200);
  });
});

describe('an exception', () => {
  it.each([
    ['problem', 404, 'NOT_FOUND'],
    ['nest', 400, 'MALFORMED_REQUEST'],
    ['status', 400, 'MALFORMED_REQUEST'],
    ['value', 400, 'MALFORMED_REQUEST'],
    ['text', 500, 'INTERNAL_ERROR'],
    ['server', 500, 'INTERNAL_ERROR'],
    ['odd', 500, 'INTERNAL_ERROR'],
    ['database', 503, 'UNAVAILABLE'],
  ])('%s is answered with %i %s', async (what, status, code) => {
    const answer = await send('GET', `/thrown/${what}`, 'X-Request-Id: request-1');
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(JSON.parse(answer.text)).toMatchObject({
      type: `https://directory.example/docs/errors#${code}`,
      status,
      requestId: 'request-1',
    });
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is logged if it is a server error, and never shown to the client', async () => {
    const answer = await send('GET', '/thrown/database');
    expect(answer.text).not.toContain('ECONNREFUSED');
    expect(answer.headers.get('retry-after')).toBe('5');
    await send('GET', '/thrown/database');
    const err = { type: 'Error', code: 'ECONNREFUSED', message: 'connect' };
    const line = { msg: 'request errored', status: 503, problem: 'UNAVAILABLE', err };
    // After the first failure of a second, further ones are only counted.
    expect(log).toMatchObject([line, { ...line, level: 20 }]);
    log = [];
    await send('GET', '/thrown/problem');
    expect(log.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('closes the connection if the response has started', async () => {
    const received = await listening.exchange(headOf('GET', '/late')).catch(() => 'reset');
    expect(received).not.toContain('INTERNAL_ERROR');
  });
});

describe('If-None-Match (B33)', () => {
  it.each([
    ['GET', '/tagged/200', ['If-None-Match: "a"'], 304],
    ['HEAD', '/tagged/200', ['If-None-Match: W/"a"'], 304],
    ['GET', '/tagged/299', ['If-None-Match: "b", "a"'], 304],
    ['GET', '/tagged/200', ['If-None-Match: *'], 304],
    ['GET', '/tagged/200', ['If-None-Match: "a"', 'Cache-Control: no-cache'], 304],
    ['GET', '/tagged/200', [], 200],
    ['GET', '/tagged/200', ['If-None-Match: "b"'], 200],
    ['GET', '/tagged/200', ['If-None-Match: a'], 200],
    ['GET', '/tagged/200', ['If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'], 200],
    ['PUT', '/tagged/200', ['If-None-Match: "a"'], 200],
    ['GET', '/tagged/404', ['If-None-Match: "a"'], 404],
    ['GET', '/untagged', ['If-None-Match: *'], 200],
  ])('%s %s with %j is answered with %i', async (method, path, lines, status) => {
    const answer = await send(method, path, ...lines);
    expect([answer.status, answer.text === 'whole']).toEqual([status, status !== 304 && method !== 'HEAD']);
  });
});

describe('the request log', () => {
  it.each([
    ['GET', '/seen/a', '/seen/*rest', 200, true],
    ['HEAD', '/seen/a', '/seen/*rest', 200, false],
    ['GET', '/nowhere/at/all', 'unmatched', 404, true],
    ['DELETE', '/houses/1', 'unmatched', 405, true],
    ['GET', '/tagged/304', '/tagged/:status', 304, false],
  ])('has for %s %s the route %s, the status %i, and a body: %s', async (method, target, route, status, hasBody) => {
    await send(method, target);
    expect(log).toMatchObject([{ route, status }]);
    expect((log[0]?.bytes ?? 0) > 0).toBe(hasBody);
  });

  it('has the number of bytes of a body without Content-Length', async () => {
    await send('GET', '/streamed');
    await expect.poll(() => log.at(-1)?.bytes).toBeGreaterThan(STREAMED.length);
  });

  it('has status 499 and the address if the client disconnects before the response begins', async () => {
    const socket = await listening.open();
    socket.write(headOf('GET', '/never'));
    await once(arrived, 'request');
    socket.resetAndDestroy();
    await expect
      .poll(() => log.at(-1))
      .toMatchObject({ route: '/never', status: 499, bytes: 0, msg: 'request aborted' });
    expect(log.at(-1)).toMatchObject({ address: '127.0.0.1' });
  });

  it.each([
    ['/seen/a', 30, 200, 'request completed', undefined],
    ['/thrown/server', 50, 500, 'request errored', 'of a middleware'],
    ['/thrown/text', 50, 500, 'request errored', 'a text'],
    ['/late', 50, 200, 'request errored', 'too late'],
  ])('of %s has the level %i, the status %i, and the message %s', async (target, level, status, msg, err) => {
    await send('GET', target);
    await expect.poll(() => log.at(-1)).toMatchObject({ level, status, msg });
    expect(log.at(-1)?.err?.message).toBe(err);
    expect(log.at(-1)?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('has probes at level debug, including failed ones (B35)', async () => {
    await send('GET', '/livez');
    expect(log.map(({ level }) => level)).toEqual([20]);
  });

  it.each([
    ['/livez', true],
    ['/readyz?verbose', true],
    ['/livezz', false],
    ['/api/livez', false],
    ['/readyz/x', false],
    [undefined, false],
  ])('%s is a probe: %s', (url, is) => {
    expect(isProbe({ url } as Request)).toBe(is);
  });
});
