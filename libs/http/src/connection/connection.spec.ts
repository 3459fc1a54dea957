import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf, headOf, listen, type Listening } from '../../../../test/http/listening.js';
import { watchConnections } from './watch-connections.js';

let listening: Listening;
let log: Record<string, unknown>[] = [];
/** The handler of the next request. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  listening = await listen((request, response) => answer(request, response));
  const write = (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>);
  watchConnections(listening.server, pino({}, { write }));
});

beforeEach(() => {
  log = [];
  answer = (_, response) => response.end('answered');
});

afterAll(() => listening.close());

const codeOf = (text: string): unknown => (JSON.parse(text) as { code: unknown }).code;

describe('a connection between requests', () => {
  it('stays open for longer than the connections of proxies', async () => {
    const received = await listening.exchange('GET / HTTP/1.1\r\nHost: test\r\n\r\n', headOf('GET', '/'));
    expect(answerOf(received).headers.get('keep-alive')).toBe('timeout=75');
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});

describe('malformed requests', () => {
  it.each([
    ['a line that is none', 'nonsense\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a TLS handshake', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x0a, 0x0a]), 400, 'MALFORMED_REQUEST'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: test\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: test\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a sign in a name', 'GET / HTTP/1.1\r\nHo@st: test\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['two lengths', headOf('POST', '/', 'Content-Length: 1', 'Content-Length: 2'), 400, 'MALFORMED_REQUEST'],
    ['a length that is no number', headOf('POST', '/', 'Content-Length: -1'), 400, 'MALFORMED_REQUEST'],
    [
      'a length and chunks',
      headOf('POST', '/', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
      'MALFORMED_REQUEST',
    ],
    ['large headers', headOf('GET', '/', `X-Large: ${'x'.repeat(20_000)}`), 431, 'HEADERS_TOO_LARGE'],
    ['a large target', headOf('GET', `/${'x'.repeat(20_000)}`), 431, 'HEADERS_TOO_LARGE'],
  ])('%s: are answered with a problem, then the connection is closed', async (_, bytes, status, code) => {
    const { status: answered, headers, text } = answerOf(await listening.exchange(bytes));
    expect([answered, codeOf(text)]).toEqual([status, code]);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(headers.get('connection')).toBe('close');
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
    const { requestId } = JSON.parse(text) as { requestId: string };
    expect(headers.get('x-request-id')).toBe(requestId);
    expect(log).toMatchObject([{ requestId, status, address: '127.0.0.1' }]);
  });

  it('are answered once, however many bytes follow', async () => {
    const received = await listening.exchange('nonsense\r\n\r\n', 'more\r\n\r\n', headOf('GET', '/'));
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('a client that disconnects', () => {
  it('in the middle of the headers is not logged', async () => {
    const socket = await listening.open();
    socket.write('GET / HTT');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await listening.exchange(headOf('GET', '/'))).startsWith('HTTP/1.1 200')).toBe(true);
    expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

it('limits the time for headers; the reader of a body limits its time', () => {
  const { headersTimeout, requestTimeout } = listening.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 20_000, requestTimeout: 0 });
});
