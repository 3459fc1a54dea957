import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  Follower,
  listingLine,
  operator,
  seed,
  specService,
  statementsOf,
} from '@testing';

const service = specService();
let account: AccountAnswer;
let written = 0;

beforeAll(async () => {
  account = await createAccount(service);
  await seed(service, { listings: [listingLine(account.websiteID, { id: 1 })] });
});

const LISTS = [
  '/api/v1/websites',
  '/v1/agents',
  '/api/v1/listings',
  '/api/v1/listings?cursor=',
  '/api/v1/listings?isInspections=false',
  '/api/v1/listings/facets?facets=bedrooms',
  '/v1/properties',
  '/api/v1/suburbs',
  '/api/v1/suburbs/regions',
  '/api/v1/feeds',
  '/v1/audit',
];

const change = () => service.put(`/api/v1/websites/${account.websiteID}`, { about: `Written ${written++}` });

const cursorOf = ({ headers }: { headers: Headers }): string => headers.get('changes-cursor') ?? '';

/** The changes that the feed returns after a cursor. */
async function toldAfter(cursor: string): Promise<string[]> {
  const follower = Follower.at(service, cursor);
  return (await follower.next()).map(({ resource, kind }) => `${resource} ${kind}`);
}

describe.each(LISTS)('the Changes-Cursor of a list: %s', (path) => {
  it('starts the feed with the later changes only', async () => {
    await Follower.start(service);
    const cursor = cursorOf(await service.get(path));
    expect(await toldAfter(cursor)).toEqual([]);
    await change();
    expect(await toldAfter(cursor)).toEqual(['account updated']);
  });

  it('is sent with cached responses, 304 and HEAD, without another statement or tag', async () => {
    const first = await service.get(path);
    const tag = first.headers.get('etag');
    await change();
    await Follower.start(service);
    // Lists that show accounts are read anew, the others come from the cache; the change was reported in both cases.
    const again = await service.get(path);
    expect(await toldAfter(cursorOf(again))).toEqual([]);
    if (tag === null) return;
    if (path.includes('suburbs')) expect(again.headers.get('etag')).toBe(tag);
    const headers = { 'if-none-match': again.headers.get('etag') ?? '' };
    const { result, statements } = await statementsOf(() => service.get(path, { headers }));
    expect([result.status, cursorOf(result), statements.length]).toEqual([304, cursorOf(again), 1]);
    expect(cursorOf(await service.call('HEAD', path))).toBe(cursorOf(again));
  });
});

it('an account gets Changes-Cursor like the operator; an error never has one', async () => {
  const { accessKey, secretKey } = account;
  await Follower.start(service);
  const cursor = cursorOf(await service.get('/api/v1/listings'));
  expect(cursorOf(await service.get('/api/v1/listings', { as: { accessKey, secretKey } }))).toBe(cursor);
  expect(cursorOf(await service.get('/api/v1/listings?nonsense=1'))).toBe('');
  expect(cursorOf(await service.get('/api/v1/listings?cursor=nonsense'))).toBe('');
});

it.each(['accounts', 'agents', 'suburbs', 'listings', 'properties'])(
  'the export of %s has Changes-Cursor',
  async (kind) => {
    await Follower.start(service);
    const path = `${service.address}/v1/export/${kind}.ndjson`;
    const headers = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(path, { method, headers });
      await response.text();
      const cursor = cursorOf(response);
      expect(await toldAfter(cursor)).toEqual([]);
      await change();
      expect(await toldAfter(cursor)).toEqual(['account updated']);
      await Follower.start(service);
    }
  },
);

it('the cursor belongs to a snapshot: the feed returns the later commit of an open transaction', async () => {
  await Follower.start(service);
  const { dataSource } = service.store;
  const slow = dataSource.createQueryRunner();
  await slow.startTransaction();
  await slow.query('UPDATE listings SET is_off_market = true WHERE id = 1');
  await change();
  // The list already shows the change of the account; the cursor is before the open transaction.
  const cursor = cursorOf(await service.get('/api/v1/listings'));
  await slow.commitTransaction();
  await slow.release();
  expect(await toldAfter(cursor)).toEqual(['listing updated', 'account updated']);
});

it('the cursor is valid on another replica, and after a restart', async () => {
  await Follower.start(service);
  const cursor = cursorOf(await service.get('/api/v1/listings'));
  const replica = await service.replica();
  expect(cursorOf(await replica.get('/api/v1/listings'))).toBe(cursor);
  await replica.stop();
});
