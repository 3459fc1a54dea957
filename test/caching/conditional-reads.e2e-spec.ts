import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccount, createAgent, specService } from '@testing';
import { ask } from '../http/wire.js';
const service = specService();
/** A path for every kind of read: single reads and lists. */
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

  /**
   * A response to the condition on its own tag. The tag of a list changes with every commit on the server, including commits
   * of other tests.
   */
  async function sendOn(condition: (tag: string) => string, method = 'GET', headers: Record<string, string> = {}) {
    for (;;) {
      const tag = (await ask(service, path())).headers.etag ?? '';
      const sent = await ask(service, path(), { ...headers, 'if-none-match': condition(tag) }, { method });
      if (sent.headers.etag === tag) return { status: sent.status, isFull: sent.bytes.length > 0 };
    }
  }

  it('fetch receives a 304', async () => {
    await vi.waitFor(async () => {
      // fetch asks for compression by itself, and each coding has its own tag.
      const tag = (await service.get(path())).headers.get('etag') ?? '';
      const { status, headers, body } = await service.get(path(), { headers: { 'if-none-match': tag } });
      expect({ status, tag: headers.get('etag'), body }).toEqual({ status: 304, tag, body: undefined });
    });
  });

  it('with any other header, and with a strong or weak tag', async () => {
    const others = { 'cache-control': 'max-age=0, no-cache', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    for (const method of ['GET', 'HEAD'])
      expect(await sendOn((tag) => tag, method, others)).toEqual({ status: 304, isFull: false });
    for (const form of ['', 'W/'])
      expect(await sendOn((tag) => form + tag.replace('W/', ''))).toEqual({ status: 304, isFull: false });
    expect(await sendOn(() => '"another"')).toEqual({ status: 200, isFull: true });
  });
});

it('a condition is ignored for a missing resource or an invalid request', async () => {
  const star = { headers: { 'if-none-match': '*' } };
  expect((await service.get('/api/v1/websites/999999', star)).status).toBe(404);
  expect((await service.get('/api/v1/websites?limit=0', star)).status).toBe(400);
  expect((await service.get('/api/v1/websites', { ...star, as: null })).status).toBe(401);
});
