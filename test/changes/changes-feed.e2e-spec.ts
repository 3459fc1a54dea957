import { AuthService } from '@app/auth';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  Follower,
  listingLine,
  type ListingLine,
  type Problem,
  seed,
  specService,
  statementsOf,
} from '@testing';

const POLLS = 100;

const service = specService();
let account: AccountAnswer;

beforeAll(async () => {
  account = await createAccount(service);
  await seed(service, {
    listings: [listingLine(account.websiteID, { id: 1 }), listingLine(account.websiteID, { id: 2 })],
  });
});

const wordsOf = ({ resource, id, kind, kinds, deleted }: Follower['data'][number]): string =>
  [resource, id, kinds?.join('+') ?? kind, ...(deleted ? ['gone'] : [])].join(' ');

describe('GET /api/v1/changes', () => {
  it.each(['/api/v1/changes', '/v1/changes'])(
    'at %s returns the writes after a cursor, each resource once',
    async (path) => {
      const follower = await Follower.start(service, { path });
      const { id } = await createAgent(service, account.websiteID);
      await service.put(`/api/v1/websites/${account.websiteID}`, { about: `About ${path}` });
      await service.put(`/api/v1/agents/${id}`, { biography: 'Born' });
      await service.delete(`/api/v1/agents/${id}`);
      await service.put(`/api/v1/websites/${account.websiteID}`, { about: `More about ${path}` });
      const page = await follower.next();
      expect(page.map(wordsOf)).toEqual([
        `agent ${id} created+updated+deleted gone`,
        `account ${account.websiteID} updated`,
      ]);
      expect(page[0]).toMatchObject({ websiteID: account.websiteID, _id: expect.stringMatching(/-/) as string });
    },
  );

  it('reports a sale as a change of the status, also if the price changed with it', async () => {
    const address = { street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' };
    const pass = (uniqueID: string, state: Partial<ListingLine> = {}) =>
      seed(service, { listings: [listingLine(account.websiteID, { uniqueID, address, ...state })] });
    for (const uniqueID of ['SALE', 'OFFER']) await pass(uniqueID);
    const follower = await Follower.start(service);
    const images = [{ id: 'm', url: 'https://x.example/1' }];
    await pass('SALE', { status: 'sold', soldDetails: { price: 1 }, images });
    await pass('OFFER', { underOffer: true });
    await pass('OFFER', { underOffer: true, price: { value: 5 } });
    const changes = await follower.next('resource=listing');
    expect(changes).toMatchObject([
      { kind: 'status', kinds: ['status', 'price', 'images'] },
      { kind: 'price', kinds: ['status', 'price'] },
    ]);
    expect(changes[0]).not.toHaveProperty('deleted');
    const { accessKey, secretKey } = await createAccount(service);
    const other = Follower.at(service, follower.cursor, { as: { accessKey, secretKey } });
    expect(await other.next('resource=listing')).toEqual(changes);
  });

  it('does not report a resource as deleted if an older transaction created it again under its id', async () => {
    const { id } = await createAgent(service, account.websiteID, 'Comes Back');
    const follower = await Follower.start(service);
    const { dataSource } = service.store;
    const older = dataSource.createQueryRunner();
    await older.startTransaction();
    await older.query('CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM agents WHERE id = $1', [id]);
    await service.delete(`/api/v1/agents/${id}`);
    await older.query('INSERT INTO agents SELECT * FROM kept');
    await older.commitTransaction();
    await older.release();
    const [change] = await follower.next('include=document');
    expect(change).toMatchObject({ resource: 'agent', id, kinds: ['created', 'deleted'], document: { id } });
    expect(change).not.toHaveProperty('deleted');
  });

  it('has pages, each of which continues the previous one', async () => {
    const follower = await Follower.start(service);
    const names = ['One', 'Two', 'Three'];
    const created = [];
    for (const name of names) created.push((await createAgent(service, account.websiteID, name)).id);
    const whole = await follower.next();
    const { cursor } = await follower.page(`limit=2`);
    expect(follower.data.map(({ id }) => id)).toEqual(created.slice(0, 2));
    const rest = await follower.page('limit=2', cursor);
    expect([rest.hasNext, follower.data.map(({ id }) => id)]).toEqual([false, created.slice(2)]);
    // Every change is a valid position.
    await follower.page('', whole[0]?.cursor);
    expect(follower.data.map(({ id }) => id)).toEqual(created.slice(1));
  });

  it('filters by resource, and never contains credentials or suburbs', async () => {
    const follower = await Follower.start(service);
    const { websiteID } = await createAccount(service, { secretKey: 'a-secret-of-more-than-24-characters' });
    await service.put(`/api/v1/websites/${websiteID}`, { accessKey: 'another-access-key' });
    const { id } = await createAgent(service, websiteID);
    expect((await follower.next()).map(wordsOf)).toEqual([
      `account ${websiteID} created+updated`,
      `agent ${id} created`,
    ]);
    await follower.page('resource=agent,listing');
    expect(follower.data.map(wordsOf)).toEqual([`agent ${id} created`]);
    await follower.page('resource=account&websiteID=999');
    expect(follower.data).toEqual([]);
  });

  it('serves concurrent idle polls of a credential with one statement', async () => {
    const { cursor, tag } = await Follower.start(service);
    const poll = () =>
      service.get(`/api/v1/changes?since=${cursor}`, { as: account, headers: { 'if-none-match': tag } });
    const auth = service.app.get(AuthService);
    const authenticate = auth.authenticate.bind(auth);
    const arrived: (() => void)[] = [];
    // The polls are concurrent once all of them have arrived, however slow the machine.
    const held = vi.spyOn(auth, 'authenticate').mockImplementation(async (...request) => {
      await new Promise<void>((resolve) => {
        if (arrived.push(resolve) === POLLS) for (const goOn of arrived) goOn();
      });
      return authenticate(...request);
    });
    const { result, statements } = await statementsOf(() => Promise.all(Array.from({ length: POLLS }, poll)));
    held.mockRestore();
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([304]));
    expect(statements.length).toBeLessThan(POLLS / 10);
  });

  it('answers an idle poll with 304, by the one statement that every request shares', async () => {
    const { cursor, tag } = await Follower.start(service);
    const path = `/api/v1/changes?since=${cursor}`;
    const first = await service.get<{ data: unknown[]; cursor: string }>(path);
    expect(first.body).toEqual({ data: [], cursor, hasNext: false });
    expect(first.headers.get('etag')).toBe(tag);
    const { result, statements } = await statementsOf(() => service.get(path, { headers: { 'if-none-match': tag } }));
    expect([result.status, statements.length]).toEqual([304, 1]);
    await createAgent(service, account.websiteID);
    await expect.poll(async () => (await service.get(path, { headers: { 'if-none-match': tag } })).status).toBe(200);
    expect((await service.get(path)).headers.get('etag')).toBeNull();
  });
});

describe('the cursor', () => {
  const problemOf = async (query: string) => {
    const { status, headers, body } = await service.get<Problem>(`/api/v1/changes?${query}`);
    return {
      status,
      code: body.code,
      parameters: body.errors?.map(({ parameter }) => parameter),
      link: headers.get('link'),
    };
  };
  const invalid = { status: 400, code: 'INVALID_PARAMETERS', parameters: ['since'], link: null };
  const OTHER_LOG = '0123456789ab';
  const encoded = (parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const ofLog = (log: string, xid: number, id = 0) => encoded([1, log, xid, id]);

  it.each(['', 'limit=5', 'since=', 'since=%20'])('is required (%s)', async (query) => {
    expect(await problemOf(query)).toEqual(invalid);
  });

  it.each([
    'WzFd',
    'x',
    '%2B',
    'a,b',
    'x'.repeat(201),
    'now&since=now',
    '0',
    'bm9uc2Vuc2U',
    ofLog(OTHER_LOG, -1),
    ofLog('\u0000', 1),
    encoded([3, OTHER_LOG, 1, 1]),
    encoded(['1', OTHER_LOG, 1, 1]),
    encoded([2, OTHER_LOG, 1]),
    encoded([2, OTHER_LOG, 1, -1, 1]),
  ])('is refused if it is malformed: %s', async (since) => {
    expect(await problemOf(`since=${since}`)).toEqual({ ...invalid, code: 'INVALID_CURSOR' });
  });

  it('may be an instant of the kept days: the changes since then follow', async () => {
    const earlier = await createAgent(service, account.websiteID);
    await expect.poll(async () => (await idsSince('2020-01-01T00:00:00Z')).includes(earlier.id)).toBe(true);
    const [{ at }] = await service.store.dataSource.query<[{ at: Date }]>('SELECT clock_timestamp() AS at');
    const instant = at.toISOString().replace('Z', '+00:00');
    expect(await idsSince(instant)).toEqual([]);
    const later = await createAgent(service, account.websiteID);
    await expect.poll(() => idsSince(instant)).toEqual([later.id]);
    const future = new Date(Date.now() + 3_600_000).toISOString();
    expect(await problemOf(`since=${future}`)).toEqual({ ...invalid, code: 'INVALID_CURSOR' });
    await service.store.dataSource.query(`UPDATE changes_horizon SET xid = '1'`);
    const { status, code } = await problemOf('since=2020-01-01T00:00:00Z');
    expect({ status, code }).toEqual({ status: 410, code: 'CURSOR_EXPIRED' });
    expect(await idsSince(instant)).toEqual([later.id]);
    await service.store.dataSource.query(`UPDATE changes_horizon SET xid = '0'`);
  });

  const idsSince = async (instant: string): Promise<number[]> => {
    const path = `/api/v1/changes?resource=agent&limit=1000&since=${encodeURIComponent(instant)}`;
    return (await service.get<{ data: { id: number }[] }>(path)).body.data.map(({ id }) => id);
  };

  it('has expired if it belongs to another log, to a dropped position, or to none: the copy must start again', async () => {
    const { cursor } = await Follower.start(service);
    const [, log, xid] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [number, string, number]; // see changes-cursor.ts
    const expired = {
      status: 410,
      code: 'CURSOR_EXPIRED',
      parameters: undefined,
      link: '</api/v1/export/listings.ndjson>; rel="resync"',
    };
    expect(await problemOf(`since=${ofLog(OTHER_LOG, xid)}`)).toEqual(expired);
    expect(await problemOf(`since=${ofLog(log, xid + 1_000_000)}`)).toEqual(expired);
    await service.store.dataSource.query('UPDATE changes_horizon SET xid = $1, id = 0', [xid]);
    expect(await problemOf(`since=${ofLog(log, xid - 1)}`)).toEqual(expired);
    expect((await service.get(`/api/v1/changes?since=${cursor}`)).status).toBe(200);
  });
});

it('a page for a rare resource ends, whatever the number of other changes', async () => {
  const follower = await Follower.start(service);
  await service.store.dataSource.query(`INSERT INTO changes (resource, resource_id, uid, kind)
    SELECT 'property', n, gen_random_uuid(), 'updated' FROM generate_series(1, 45000) n`);
  const { id } = await createAgent(service, account.websiteID);
  await follower.next('resource=listing');
  const pages = [];
  let { cursor } = follower;
  for (let hasNext = true; hasNext;) {
    const page = await follower.page('resource=agent', cursor);
    pages.push(page.data.map(wordsOf));
    ({ cursor, hasNext } = page);
  }
  expect(pages).toEqual([[], [], [`agent ${id} created`]]);
});

it('a page of long documents ends before its limit', async () => {
  const follower = await Follower.start(service);
  const description = 'Light by the park. '.repeat(3_000);
  const ids = Array.from({ length: 150 }, (_, at) => 1_000 + at);
  await seed(service, {
    listings: ids.map((id) => listingLine(account.websiteID, { id, uniqueID: `L${id}`, description })),
  });
  const read: number[] = [];
  await follower.next();
  let { cursor } = follower;
  for (let hasNext = true; hasNext;) {
    const page = await follower.page('limit=1000&resource=listing&include=document', cursor);
    read.push(...page.data.map(({ id }) => id));
    expect(page.data.length).toBeLessThanOrEqual(100);
    ({ cursor, hasNext } = page);
  }
  expect(read).toEqual(ids);
});

it('TRUNCATE of a table expires the cursors of its resource', async () => {
  const follower = await Follower.start(service);
  await service.store.dataSource.query('TRUNCATE listings CASCADE');
  const codeOf = async (resource: string) =>
    (await service.get<Problem>(`/api/v1/changes?since=${follower.cursor}&resource=${resource}`)).body.code;
  await expect.poll(() => codeOf('listing')).toBe('CURSOR_EXPIRED');
  expect(await codeOf('agent')).toBeUndefined();
});
