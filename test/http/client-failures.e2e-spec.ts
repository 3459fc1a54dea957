import { beforeEach, describe, expect, it } from 'vitest';
import * as directory from '../../packages/client/src/index.js';
import { createAccount, operator, specFixture, specService } from '@testing';
import { HttpFront } from './http-front.js';

const service = specService();
const front = specFixture(() => HttpFront.start(service.address));
let client: directory.Client;

beforeEach(() => {
  front.interrupt();
  client = clientOf();
});

const clientOf = (retry?: directory.RetryLimits): directory.Client =>
  directory.createClient({ baseUrl: front.address, ...operator, ...(retry && { retry }) });

const later = (status: number, seconds = 0) => ({ status, headers: { 'retry-after': String(seconds) } });
const body = (name: string) => ({ name, link: `https://www.${name}.example` });
const accountsNamed = async (name: string): Promise<number> =>
  (await directory.listAccounts({ client, query: { name } })).data.total;

describe('the client retries', () => {
  it('a request that is refused for a while, after the time in the response', async () => {
    front.interrupt(later(503, 1), later(429));
    const begun = performance.now();
    const { data } = await directory.createAccount({ client, body: body('patient') });
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(data.account.name).toBe('patient');
    const keys = front.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(Array(3).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('a create whose response was lost, which is executed once', async () => {
    front.interrupt('lost', 'half', { status: 502 });
    const { data, response } = await directory.createAccount({ client, body: body('once') });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect(await accountsNamed('once')).toBe(1);
    expect((await directory.readAccount({ client, path: { id: String(data.account.websiteID) } })).data.name).toBe(
      'once',
    );
  });

  it('a read whose response was lost', async () => {
    front.interrupt('refused', 'half', { status: 504 });
    expect(await accountsNamed('once')).toBe(1);
    expect(front.requests).toHaveLength(4);
  });

  it('no update or deletion whose response was lost, because it may have been executed', async () => {
    front.interrupt('lost');
    const { data } = await directory.createAccount({ client, body: body('changing') });
    const path = { id: String(data.account.websiteID) };
    front.interrupt('lost');
    await expect(directory.updateAccount({ client, path, body: { about: 'A' } })).rejects.toThrow('fetch failed');
    front.interrupt({ status: 502 });
    await expect(directory.deleteAccount({ client, path })).rejects.toMatchObject({ status: 502 });
    front.interrupt(later(503));
    expect((await directory.updateAccount({ client, path, body: { about: 'B' } })).data.about).toBe('B');
  });

  it('a limited number of times', async () => {
    front.interrupt(later(503), later(503));
    const reading = directory.readIdentity({ client: clientOf({ attempts: 2 }) });
    await expect(reading).rejects.toMatchObject({ status: 503, retryAfterMs: 0, code: undefined });
    expect(front.requests).toHaveLength(2);
    front.interrupt({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(directory.readIdentity({ client })).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    front.interrupt({ status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } });
    await expect(directory.readIdentity({ client })).rejects.toMatchObject({ status: 503 });
    front.interrupt('refused');
    await expect(directory.readIdentity({ client: clientOf({ attempts: 1 }) })).rejects.toThrow('fetch failed');
  });

  it('only until its signal is aborted', async () => {
    front.interrupt({ status: 503, headers: { 'retry-after': '30' } });
    const signal = AbortSignal.timeout(300);
    await expect(directory.readIdentity({ client, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    const aborted = AbortSignal.abort(new Error('Enough'));
    await expect(directory.readIdentity({ client, signal: aborted })).rejects.toThrow('Enough');
    expect(front.requests).toHaveLength(1);
  });
});

it('a key of the caller is kept', async () => {
  const headers = { 'Idempotency-Key': 'order-4711' };
  for (const replayed of [null, 'true']) {
    const { response } = await directory.createAccount({ client, body: body('keyed'), headers });
    expect(response.headers.get('idempotent-replayed')).toBe(replayed);
  }
  expect(await accountsNamed('keyed')).toBe(1);
});

describe('an error of the client', () => {
  it('has the fields of the problem details', async () => {
    const query = { status: 'yes' as never, sort: 'size' as never };
    const problem = await directory.listListings({ client, query }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(directory.ProblemError);
    expect(problem).toMatchObject({
      name: 'ProblemError',
      status: 400,
      code: 'INVALID_PARAMETERS',
      request: 'GET /api/v1/listings',
      errors: [{ parameter: 'status' }, { parameter: 'sort' }].map((fault) => expect.objectContaining(fault) as object),
      requestId: expect.stringMatching(/./) as string,
      message: expect.stringMatching(/^GET \/api\/v1\/listings: 400 INVALID_PARAMETERS ./) as string,
    });
    const { error } = await directory.readAgent({ client, path: { id: '999' }, throwOnError: false });
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('may come from a proxy with an HTML page', async () => {
    front.interrupt({ status: 403, body: '<html>No</html>' });
    const reading = directory.readIdentity({ client });
    await expect(reading).rejects.toMatchObject({ status: 403, detail: 'Status 403', code: undefined, errors: [] });
  });

  it('is thrown for a redirect, because the keys belong to this host', async () => {
    const elsewhere = await HttpFront.start(service.address);
    front.interrupt({ status: 307, headers: { location: `${elsewhere.address}/api/v1/auth/me` } });
    await expect(directory.readIdentity({ client })).rejects.toMatchObject({ status: 307 });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });
});

describe('following changes', () => {
  it('continues when the service is back', async () => {
    const { cursor } = await directory.exportAccounts({ client });
    const failures: unknown[] = [];
    front.interrupt('refused', { status: 500 }, later(503), 'half');
    const { websiteID } = await createAccount(service);
    for await (const { changes } of directory.followChanges({
      client: clientOf({ attempts: 1 }),
      since: cursor,
      intervalMs: 10,
      onFailure: (error) => void failures.push(error),
    })) {
      // A long transaction of another test delays the feed.
      if (changes.some(({ resource, id }) => resource === 'account' && id === websiteID)) break;
    }
    expect(failures).toHaveLength(4);
  });

  it('polls with an ETag while nothing is new', async () => {
    const { cursor } = await directory.exportAccounts({ client });
    const ending = new AbortController();
    front.interrupt();
    const following = (async () => {
      for await (const _ of directory.followChanges({ client, since: cursor, intervalMs: 10, signal: ending.signal }));
    })();
    await expect.poll(() => front.requests.filter(({ headers }) => headers['if-none-match']).length).toBeGreaterThan(3);
    ending.abort();
    await following;
  });
});

describe('reading an export', () => {
  it('throws if the export breaks off', async () => {
    front.interrupt('half');
    const { data } = await directory.listAccounts({ client });
    expect(data.total).toBeGreaterThan(1);
    front.interrupt('half');
    const reading = (async () => {
      for await (const _ of await directory.exportAccounts({ client: clientOf({ attempts: 1 }) }));
    })();
    await expect(reading).rejects.toThrow(/terminated|not complete/);
    front.interrupt({ status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: '{"websiteID":1}\n' });
    const short = (async () => {
      for await (const _ of await directory.exportAccounts({ client }));
    })();
    await expect(short).rejects.toThrow('not complete');
  });
});

it('an invalid base URL is refused at once', () => {
  expect(() => directory.createClient({ baseUrl: 'directory.example', ...operator })).toThrow(TypeError);
});
