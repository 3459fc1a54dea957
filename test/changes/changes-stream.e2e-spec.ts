import { text } from 'node:stream/consumers';
import { SnapshotClock } from '@app/cache';
import { ChangeStreams } from '@app/changes';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createSubAccount,
  EventStream,
  Follower,
  type Item,
  type Keys,
  listingLine,
  operator,
  seed,
  seenRequests,
  specService,
  statementsOf,
  storeCredential,
} from '@testing';

const SECRET = 'a-secret-of-more-than-24-characters';
/** Streams of a main account with its sub-accounts. */
const MOST_OF_ONE = 100;

const service = specService();
let account: AccountAnswer;
let keys: Keys;
let streams: EventStream[] = [];
let nextId = 1;

beforeAll(async () => {
  service.app.get(ChangeStreams).tickMs = 10;
  account = await createAccount(service, { secretKey: SECRET });
  keys = { accessKey: account.accessKey, secretKey: SECRET };
});

afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});

async function open(...options: Parameters<typeof EventStream.open>): Promise<EventStream> {
  const stream = await EventStream.open(...options);
  streams.push(stream);
  return stream;
}

const wordsOf = ({ resource, id, kind, deleted }: Item): string => `${resource} ${id} ${deleted ? 'gone' : kind}`;

const rename = (name: string) => service.put(`/api/v1/websites/${account.websiteID}`, { name });

/** The end position of the log, while no transaction holds it back. */
const now = async () => (await Follower.start(service)).cursor;

/** Waits until the streams have polled several times, after the pending polls. @returns how many times */
async function questions(work: () => Promise<unknown> = () => Promise.resolve()): Promise<number> {
  const asked = vi.spyOn(service.app.get(SnapshotClock), 'now');
  await work();
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThanOrEqual(4);
  const { length } = asked.mock.calls;
  asked.mockRestore();
  return length;
}

describe('an event stream', () => {
  it('sends an event for each change, with its cursor as id', async () => {
    const stream = await open(service, await now());
    const { statusCode, headers } = stream.response;
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      vary: 'Accept-Encoding, Accept',
    });
    expect(headers['content-encoding']).toBeUndefined();
    const { id } = await createAgent(service, account.websiteID);
    await stream.received(1);
    await rename('Streamed');
    const items = await stream.received(2);
    expect(items.map(wordsOf)).toEqual([`agent ${id} created`, `account ${account.websiteID} updated`]);
    expect(stream.events.map((event) => event.id)).toEqual(items.map(({ cursor }) => cursor));
    expect(stream.text.startsWith('retry: 3000\n\n')).toBe(true);
  });

  it('requires Accept: text/event-stream; otherwise a page is returned', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream;q=0.5']) {
      const { headers } = await service.get('/api/v1/changes?since=now', { headers: { accept } });
      expect([headers.get('content-type'), headers.get('vary')]).toEqual([
        'application/json; charset=utf-8',
        'Accept-Encoding, Accept',
      ]);
    }
    const headers = { accept: 'text/event-stream' };
    const head = await service.call('HEAD', '/v1/changes?since=now', { headers });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('starts after its cursor, or after Last-Event-ID, and has no gap', async () => {
    const cursor = await now();
    const ids = [];
    for (let count = 0; count < 5; count++) ids.push((await createAgent(service, account.websiteID)).id);
    const whole = await open(service, cursor, { query: 'limit=2' });
    const items = await whole.received(5);
    expect(items.map(({ id }) => id)).toEqual(ids);
    const rest = await open(service, cursor, { query: 'limit=2', lastEventId: items[2]?.cursor ?? '' });
    expect((await rest.received(2)).map(({ id }) => id)).toEqual(ids.slice(3));
    const { id } = await createAgent(service, account.websiteID);
    for (const [stream, count] of [
      [whole, 6],
      [rest, 3],
    ] as const)
      expect((await stream.received(count)).at(-1)?.id).toBe(id);
  });

  it('neither loses nor repeats events while streams start and writers commit', async () => {
    const writes = 60;
    const cursor = await now();
    const begun: EventStream[] = [];
    const writing = (async () => {
      for (let count = 0; count < writes; count++) {
        await createAgent(service, account.websiteID);
        if (count % 3 === 0) begun.push(await open(service, cursor, { query: `limit=${1 + count}` }));
      }
    })();
    await writing;
    for (const stream of begun) {
      const ids = (await stream.received(writes)).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(new Set(ids).size).toBe(writes);
    }
  });

  it('supports the filters and documents of the feed', async () => {
    const main = await createAccount(service);
    const sub = await createSubAccount(service, main);
    const office = { subsiteDetails: { listingSource: 'officeID', listingOfficeIDs: ['EAST'] } };
    const cursor = await now();
    const ofSub = await open(service, cursor, { query: `websiteID=${sub.websiteID}&resource=listing` });
    const documents = await open(service, cursor, { query: `websiteID=${main.websiteID}&include=document` });
    const [before, after, other] = [nextId++, nextId++, nextId++];
    await seed(service, { listings: [listingLine(main.websiteID, { id: before, agentID: 'EAST' })] });
    await service.put(`/api/v1/websites/${sub.websiteID}`, office);
    await seed(service, {
      listings: [
        listingLine(main.websiteID, { id: after, agentID: 'EAST', uniqueID: 'after' }),
        listingLine(main.websiteID, { id: other, agentID: 'WEST', uniqueID: 'other' }),
      ],
    });
    await service.store.dataSource.query(`UPDATE listings SET agent_id = 'WEST' WHERE id = ${after}`);
    await expect.poll(() => ofSub.items.map(wordsOf).slice(-1)).toEqual([`listing ${after} gone`]);
    expect(ofSub.items.map(({ id }) => id)).toContain(before);
    expect(ofSub.items.map(({ id }) => id)).not.toContain(other);
    await expect.poll(() => documents.items.at(-1)?.id).toBe(after);
    await expect
      .poll(() => documents.items.at(-1)?.document)
      .toMatchObject({ id: after, websiteID: main.websiteID, uniqueID: 'after' });
  });

  it('does not start with an invalid cursor', async () => {
    const problemOf = async (since: string, lastEventId?: string) => {
      const { response } = await open(service, since, { ...(lastEventId && { lastEventId }) });
      const { code, errors } = JSON.parse(await text(response)) as { code: string; errors?: { parameter: string }[] };
      return [response.statusCode, response.headers['content-type'], code, errors?.map(({ parameter }) => parameter)];
    };
    const type = 'application/problem+json; charset=utf-8';
    expect(await problemOf('nonsense')).toEqual([400, type, 'INVALID_CURSOR', ['since']]);
    expect(await problemOf('now', 'nonsense')).toEqual([400, type, 'INVALID_CURSOR', ['Last-Event-ID']]);
    const foreign = Buffer.from('[1,"0123456789ab",7]').toString('base64url');
    expect(await problemOf(foreign)).toEqual([410, type, 'CURSOR_EXPIRED', undefined]);
    expect(await problemOf('now', foreign)).toEqual([410, type, 'CURSOR_EXPIRED', undefined]);
  });
});

describe('event streams', () => {
  it('share one query at a time, and one more after each recorded change', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, () => open(service, 'now')));
    await questions();
    const idle = await statementsOf(() => questions());
    expect(idle.statements.length).toBeGreaterThan(0);
    expect(idle.statements.length).toBeLessThanOrEqual(idle.result + 1);
    await service.store.dataSource.query(`UPDATE accounts SET name = 'Busy' WHERE id = ${account.websiteID}`);
    const busy = await statementsOf(() =>
      questions(async () => {
        for (const stream of many) await stream.received(1);
      }),
    );
    expect(busy.statements.length).toBeLessThanOrEqual(busy.result + 8);
    const { dataSource } = service.store;
    // A job may have a statement for a moment; streams would hold transactions.
    const openTransactions = () =>
      dataSource.query<[{ count: number }]>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND xact_start IS NOT NULL AND backend_type = 'client backend'`,
      );
    await expect.poll(openTransactions).toEqual([{ count: 0 }]);
  });

  it('of a main account and its sub-accounts share a limit, separate from other accounts', async () => {
    const [sub, other] = [await createSubAccount(service, account), await createAccount(service)];
    const own = await Promise.all(
      Array.from({ length: MOST_OF_ONE }, (_, at) => open(service, 'now', { as: at % 2 ? sub : keys })),
    );
    expect(new Set(own.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    for (const as of [keys, sub]) {
      const { response } = await open(service, 'now', { as });
      expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '30']);
      expect(JSON.parse(await text(response))).toMatchObject({ code: 'TOO_MANY_STREAMS' });
    }
    for (const as of [other, operator]) expect((await open(service, 'now', { as })).response.statusCode).toBe(200);
    own[0]?.close();
    await expect
      .poll(async () => (await open(service, 'now', { as: keys })).response.statusCode, { timeout: 60_000 })
      .toBe(200);
  });

  it('are not counted if their clients disconnect during authentication', async () => {
    const runner = service.store.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE credentials IN ACCESS EXCLUSIVE MODE');
    const { seen, forget } = seenRequests(service);
    const asked = Array.from({ length: MOST_OF_ONE }, () => EventStream.ask(service, 'now', { as: keys }));
    for (const request of asked) request.on('error', () => undefined);
    await expect.poll(() => seen.arrived).toBe(MOST_OF_ONE);
    for (const request of asked) request.destroy();
    await expect.poll(() => seen.gone).toBe(MOST_OF_ONE);
    expect(seen.checked).toBe(0);
    await runner.rollbackTransaction();
    await runner.release();
    await expect.poll(() => seen.checked).toBe(MOST_OF_ONE);
    forget();
    expect((await open(service, 'now', { as: keys })).response.statusCode).toBe(200);
  });

  it('end with their credential or a disabled account; other streams continue', async () => {
    const [own, other] = [await open(service, 'now', { as: keys }), await open(service, 'now')];
    await service.put(`/api/v1/websites/${account.websiteID}`, { secretKey: `${SECRET}-2` });
    await own.ended();
    keys = { ...keys, secretKey: `${SECRET}-2` };
    const again = await open(service, 'now', { as: keys });
    await service.put(`/api/v1/websites/${account.websiteID}`, { status: false });
    await again.ended();
    await service.put(`/api/v1/websites/${account.websiteID}`, { status: true });
    expect(other.hasEnded).toBe(false);
  });

  it('end at the expiry of their key pair, without any commit', async () => {
    const ending = await storeCredential(service, account, 'read', `clock_timestamp() + interval '2 seconds'`);
    const [own, other] = [await open(service, 'now', { as: ending }), await open(service, 'now', { as: keys })];
    await own.ended();
    expect(other.hasEnded).toBe(false);
  });

  it('end when the service stops, without delaying the stop', async () => {
    const replica = await service.replica();
    const stream = await open(replica, 'now');
    await replica.stop();
    await stream.ended();
    expect(stream.hasEnded).toBe(true);
  });

  it('end if later changes cannot be reported', async () => {
    const stream = await open(service, 'now');
    await questions();
    await service.store.dataSource.query('TRUNCATE feed_runs, listings CASCADE');
    await stream.ended();
    expect(stream.items.filter(({ resource }) => resource === 'listing')).toEqual([]);
  });

  it('end if changes are dropped before they were sent', async () => {
    const { websiteID } = await createAccount(service);
    const stream = await open(service, 'now');
    await questions();
    await service.store.dataSource.transaction(async (manager) => {
      const query = (statement: string, values?: unknown[]) => manager.query(statement, values);
      await query(`UPDATE accounts SET name = 'Never Told' WHERE id = $1`, [websiteID]);
      await query('SET CONSTRAINTS ALL IMMEDIATE');
      await query(`UPDATE changes SET at = at - interval '40 days' WHERE xid = pg_current_xact_id()`);
      await query('SELECT keep_change_days(30)');
    });
    await stream.ended();
    expect(stream.items.filter(({ id, kind }) => id === websiteID && kind === 'updated')).toEqual([]);
  });
});
