import { request } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccount, createAgent, operator, specService } from '@testing';

const service = specService();
/** A path of every kind of read: single ones, and lists. */
const paths = new Map<string, string>([
  ['a list', '/api/v1/websites'],
  ['the overview form of a list', '/v1/agents?limit=3'],
  ['an empty list', '/api/v1/listings?suburb=nowhere'],
]);

beforeAll(async () => {
  const { websiteID, _id } = await createAccount(service);
  const { id } = await createAgent(service, websiteID);
  paths.set('an account', `/api/v1/websites/${websiteID}`);
  paths.set('an account by its object identifier', `/v1/accounts/${_id}`);
  paths.set('an agent', `/api/v1/agents/${id}`);
});

interface Sent {
  readonly status: number | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: number;
}

/** Sends exactly these headers: `fetch` adds `Cache-Control: no-cache` to conditional requests. */
function send(method: string, path: string, headers: Record<string, string>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const keys = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
    request(service.address + path, { method, headers: { ...keys, ...headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
    })
      .on('error', reject)
      .end();
  });
}

const KINDS = [
  'a list',
  'the overview form of a list',
  'an empty list',
  'an account',
  'an account by its object identifier',
  'an agent',
];

describe.each(KINDS)('If-None-Match alone decides on %s (B33)', (kind) => {
  const path = () => paths.get(kind) ?? '';
  const tagNow = async () => String((await send('GET', path(), {})).headers['etag']);

  /**
   * An answer to the condition on its own tag: that of a list changes with every commit on the server, those of other
   * tests too.
   */
  async function sendOn(condition: (tag: string) => string, method = 'GET', headers: Record<string, string> = {}) {
    for (;;) {
      const tag = await tagNow();
      const sent = await send(method, path(), { ...headers, 'if-none-match': condition(tag) });
      if (sent.headers['etag'] === tag) return sent;
    }
  }

  it('fetch gets a 304', async () => {
    await vi.waitFor(async () => {
      // It asks for compression by itself, and a form has its own tag.
      const tag = (await service.get(path())).headers.get('etag') ?? '';
      const { status, headers, body } = await service.get(path(), { headers: { 'if-none-match': tag } });
      expect({ status, tag: headers.get('etag'), body }).toEqual({ status: 304, tag, body: undefined });
    }, 20_000);
  });

  it.each<Record<string, string>>([
    { 'cache-control': 'no-cache' },
    { 'cache-control': 'max-age=0, no-cache', pragma: 'no-cache' },
    { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ])('whatever else is asked: %j', async (headers) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, bytes } = await sendOn((tag) => tag, method, headers);
      expect({ method, status, bytes }).toEqual({ method, status: 304, bytes: 0 });
    }
  });

  it.each<[string, (tag: string) => string, number]>([
    ['*', () => '*', 304],
    ['a list of tags', (tag) => `"another", ${tag}, W/"a third"`, 304],
    ['the tag, weak', (tag) => `W/${tag.replace('W/', '')}`, 304],
    ['the tag, strong', (tag) => tag.replace('W/', ''), 304],
    ['another', () => '"another"', 200],
    ['nothing', () => '', 200],
    ['the tag without quotes', (tag) => tag.replace('W/', '').replaceAll('"', ''), 200],
  ])('%s', async (_, named, expected) => {
    const { status, bytes } = await sendOn(named);
    expect({ status, isFull: bytes > 0 }).toEqual({ status: expected, isFull: expected === 200 });
  });
});

describe('a condition is ignored', () => {
  it('of what does not exist, or was asked for wrongly', async () => {
    const star = { headers: { 'if-none-match': '*' } };
    expect((await service.get('/api/v1/websites/999999', star)).status).toBe(404);
    expect((await service.get('/api/v1/websites?limit=0', star)).status).toBe(400);
    expect((await service.get('/api/v1/websites', { ...star, as: null })).status).toBe(401);
  });

  it('of an answer without a tag', async () => {
    const { status, headers } = await send('GET', '/api/v1/listings?isAuctions=true', { 'if-none-match': '*' });
    expect({ status, tag: headers.etag }).toEqual({ status: 200, tag: undefined });
  });

  it('of a date: nothing says when an answer was changed', async () => {
    const since = { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() };
    expect((await send('GET', '/api/v1/websites', since)).status).toBe(200);
  });
});
