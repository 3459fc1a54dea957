import type { Settings } from '@app/config';
import { HookCommandsRepository } from '@app/hooks';
import { ALL, SnapshotClock, type LogOffset } from '@app/cache';
import { SqlExecutor } from '@app/sql';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryStoreRepository, MOST_OF_HOST } from '../../libs/hooks/src/delivery/delivery-store.repository.js';
import { MessageFill } from '../../libs/hooks/src/delivery/message-fill.service.js';
import { MessageFillRepository } from '../../libs/hooks/src/delivery/message-fill.repository.js';
import { HookClock } from '../../libs/hooks/src/delivery/hook-clock.js';
import { HookSender } from '../../libs/hooks/src/sending/hook.sender.js';
import { ReceivingHosts } from '../../libs/hooks/src/sending/receiving-hosts.js';
import { SHARES } from '../../libs/hooks/src/sending/receiving-hosts.js';
import { PLACES } from '../../libs/hooks/src/sending/sending-places.js';
import { GONE } from '../../libs/hooks/src/delivery/endpoint-state.js';
import { ADDRESS, feedOf } from '../support/feed-texts.js';
import { entryOf } from '../support/feed-entries.js';
import { behaviours, specReceiver } from '../support/hook-receiver.js';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createSubAccount,
  listingLine,
  type ListingLine,
  seed,
  specFixture,
  specService,
} from '@testing';
import { pollRounds, stopWorkers, wholeRounds } from './worker-rounds.js';

const DAY = 86_400_000;
/** All receivers are on one machine, and receive many messages. */
const UNLIMITED = { atOnce: Infinity, perSecond: Infinity };

const receivers = [specReceiver(), specReceiver()] as const;
const settings = (): Partial<Settings> => ({
  hooks: 'on',
  hooksAllow: receivers.map(({ origin }) => origin),
  publicUrl: 'https://directory.example',
});
const service = specService(settings);
const expectPoll = pollRounds(service);
let account: AccountAnswer;
let clock: HookClock;
let hosts: ReceivingHosts;
let shift = 0;
let nextId = 1;

interface Message {
  type: string;
  data: Record<string, unknown> & { id: number };
}

beforeAll(() => {
  clock = service.app.get(HookClock);
  stopWorkers(service);
  clock.promptMs = 20;
  clock.now = () => new Date(Date.now() + shift);
  clock.chance = () => 0.5;
  hosts = service.app.get(ReceivingHosts);
  hosts.most = UNLIMITED;
});

beforeEach(async () => {
  account = await createAccount(service);
});

afterEach(async () => {
  hosts.most = UNLIMITED;
  await query('DELETE FROM accounts');
  await expectPoll(() => query('SELECT id FROM hook_endpoints')).toEqual([]);
  for (const receiver of receivers) {
    receiver.received.length = 0;
    receiver.behaviour = behaviours.answers();
  }
});

const query = <Row = unknown>(statement: string, values: unknown[] = []) =>
  service.store.dataSource.query<Row[]>(statement, values);

/** A hook of an account at a receiver, from the next change on. @returns its messages */
async function hook(trigger: string, { websiteID } = account, receiver = receivers[0]): Promise<() => Message[]> {
  const path = `/${websiteID}/${trigger}`;
  await service.put(`/api/v1/websites/${websiteID}`, { hooks: [{ url: receiver.origin + path, trigger }] });
  return () => receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Message);
}

const idsOf = (receiver = receivers[0]) => receiver.received.map(({ headers }) => headers['webhook-id']);

async function list(fields: Partial<ListingLine> = {}, { websiteID } = account): Promise<ListingLine & { id: number }> {
  const id = nextId++;
  const line = { ...listingLine(websiteID, { id, uniqueID: `L${id}`, ...fields }), id };
  await seed(service, { listings: [line] });
  return line;
}

const change = (line: ListingLine, fields: Partial<ListingLine>) =>
  seed(service, { listings: [{ ...line, ...fields, modtime: new Date(Date.now() + shift).toISOString() }] });

const types = (messages: Message[]) => messages.map(({ type, data: { id } }) => `${type} ${id}`);

/** The problems that an account gets from the worker. */
const command = (tell: (commands: HookCommandsRepository, executor: SqlExecutor) => Promise<void>) =>
  service.app.get(SqlExecutor).transaction((executor) => tell(service.app.get(HookCommandsRepository), executor));

const states = () =>
  query<{ id: number }>(
    'SELECT id, state, reason, failures FROM hook_endpoints JOIN hook_states ON hook_id = id ORDER BY id',
  );

describe('an endpoint receives', () => {
  it('events of listings, agents and the account, as subscribed', async () => {
    const all = await hook('all');
    const line = await list();
    await change(line, { status: 'sold' });
    await change(line, { status: 'current', price: { value: 1_000_000 } });
    await query('DELETE FROM listings WHERE id = $1', [line.id]);
    const agent = await createAgent(service, account.websiteID);
    await service.put(`/api/v1/agents/${agent.id}`, { name: 'Jane Newly' });
    await service.delete(`/api/v1/agents/${agent.id}`);
    await expectPoll(() => types(all())).toEqual([
      `account-updated ${account.websiteID}`,
      `new-current-listing ${line.id}`,
      `listing-status ${line.id}`,
      `new-current-listing ${line.id}`,
      `listing-deleted ${line.id}`,
      `agent-created ${agent.id}`,
      `agent-updated ${agent.id}`,
      `agent-deleted ${agent.id}`,
    ]);
  });

  it('the details of a change', async () => {
    const messages = await hook('listing-status');
    const line = await list();
    await change(line, { status: 'sold', price: { value: 2 } });
    await expectPoll(messages).toHaveLength(1);
    const [message] = messages();
    const { uid, property_id } = (await query<{ uid: string; property_id: number }>('SELECT * FROM listings'))[0]!; // the listing exists
    expect(message).toEqual({
      type: 'listing-status',
      timestamp: expect.any(String) as string,
      data: {
        resource: 'listing',
        id: line.id,
        _id: uid,
        uniqueID: line.uniqueID,
        agentID: line.agentID,
        propertyID: property_id,
        websiteID: account.websiteID,
        status: 'sold',
        kinds: ['status', 'price'],
        before: { status: 'current', price: expect.anything() as object },
        after: { status: 'sold', price: expect.objectContaining({ value: 2 }) as object },
        url: `https://directory.example/api/v1/listings/${line.id}`,
      },
    });
  });

  it('a picture that a feed replaced under the same URL', async () => {
    const messages = await hook('listing-images');
    const send = (entryTime: string, imageTime: string) =>
      service.post(
        `/api/v1/feeds?websiteID=${account.websiteID}`,
        feedOf(
          entryOf(
            `${ADDRESS}<images><img id="m" url="https://x.example/m.jpg" modTime="${imageTime}"/></images>`,
            'residential',
            `modTime="${entryTime}" status="current"`,
          ),
        ),
        { headers: { 'content-type': 'application/xml' } },
      );
    const read = () =>
      service.get<{ data: { images: object[]; id: number }[] }>(`/api/v1/listings?websiteID=${account.websiteID}`);
    await send('2024-01-01', '2024-01-01-09:00:00');
    await expectPoll(async () => (await read()).body.data).toHaveLength(1);
    const [shown] = (await read()).body.data;
    const single = () => service.get<{ images: object[] }>(`/api/v1/listings/${shown?.id}`);
    const tags = async () => [(await read()).headers.get('etag'), (await single()).headers.get('etag')];
    const before = await tags();
    // A new time of the entry alone is no change of the picture.
    await send('2024-01-02', '2024-01-01-09:00:00');
    await send('2024-01-03', '2024-01-02-09:00:00');
    await expectPoll(messages).toHaveLength(1);
    expect(messages()[0]?.data).toMatchObject({
      kinds: ['images'],
      before: { images: [{ modtime: '2023-12-31T22:00:00.000Z' }] },
      after: { images: [{ url: 'https://x.example/m.jpg', modtime: '2024-01-01T22:00:00.000Z' }] },
    });
    expect((await single()).body.images).toMatchObject([{ modtime: '2024-01-01T22:00:00.000Z' }]);
    const after = await tags();
    expect(after.map((tag, at) => tag === before[at])).toEqual([false, false]);
  });

  it("the main account's listings that its sub-account shows, as they come and go", async () => {
    const sub = await createSubAccount(service, account);
    const messages = await hook('all', sub);
    await service.put(`/api/v1/websites/${sub.websiteID}`, {
      subsiteDetails: { listingSource: 'officeID', listingOfficeIDs: ['EAST'] },
    });
    // A change of offices reports the listings that exist when it is read.
    await expectPoll(messages).toHaveLength(2);
    const line = await list({ agentID: 'EAST' });
    await list({ agentID: 'WEST' });
    await query(`UPDATE listings SET agent_id = 'WEST' WHERE id = $1`, [line.id]);
    await query(`UPDATE listings SET agent_id = 'EAST' WHERE id = $1`, [line.id]);
    await service.put(`/api/v1/websites/${sub.websiteID}`, { subsiteDetails: { listingOfficeIDs: [] } });
    await expectPoll(() => types(messages())).toEqual([
      `account-updated ${sub.websiteID}`,
      `account-updated ${sub.websiteID}`,
      `new-current-listing ${line.id}`,
      `listing-deleted ${line.id}`,
      `new-current-listing ${line.id}`,
      `account-updated ${sub.websiteID}`,
      `listing-deleted ${line.id}`,
    ]);
  });

  it('bulk changes that are recorded without rows', async () => {
    const sub = await createSubAccount(service, account);
    await service.put(`/api/v1/websites/${sub.websiteID}`, {
      subsiteDetails: { listingSource: 'officeID', listingOfficeIDs: ['EAST'] },
    });
    const messages = await hook('listing-created', sub);
    const ids = Array.from({ length: 600 }, () => nextId++);
    await seed(service, {
      listings: ids.map((id) =>
        listingLine(account.websiteID, { id, uniqueID: `L${id}`, agentID: id % 10 === 0 ? 'EAST' : 'WEST' }),
      ),
    });
    await expectPoll(() => messages().map(({ data: { id } }) => id)).toEqual(ids.filter((id) => id % 10 === 0));
  });

  it('events after its creation, even while older transactions are open', async () => {
    const begin = async () => {
      const client = service.store.dataSource.createQueryRunner();
      await client.startTransaction();
      await client.query('SELECT pg_current_xact_id()');
      return async () => {
        await client.commitTransaction();
        await client.release();
      };
    };
    const sub = await createSubAccount(service, account);
    const endFirst = await begin();
    await service.put(`/api/v1/websites/${sub.websiteID}`, {
      subsiteDetails: { listingSource: 'officeID', listingOfficeIDs: ['EAST'] },
    });
    const endSecond = await begin();
    const messages = await hook('listing-created', sub);
    await wholeRounds(service); // the worker knows the endpoint
    await endFirst();
    await wholeRounds(service); // and has read the earlier changes
    await endSecond();
    const { id } = await list({ agentID: 'EAST' });
    await expectPoll(() => types(messages())).toEqual([`listing-created ${id}`]);
  });

  it('at most 20 kB per message; omitted fields are named', async () => {
    const messages = await hook('listing-updated');
    const line = await list();
    await change(line, { description: 'x'.repeat(50_000), headline: 'Short' });
    await expectPoll(messages).toHaveLength(1);
    const [message] = messages();
    expect(message?.data).toMatchObject({ cut: ['description'], after: { headline: 'Short' } });
    expect(receivers[0].received[0]!.body.length).toBeLessThan(20_000); // the listing exists
  });
});

describe('a failed delivery', () => {
  it('is retried with the same id, while later messages are sent in order', async () => {
    const messages = await hook('listing-created');
    const [receiver] = receivers;
    receiver.behaviour = (response) => response.writeHead(receiver.received.length === 1 ? 500 : 200).end('no');
    const lines = [await list(), await list(), await list()];
    await expectPoll(() => messages().length).toBe(3);
    shift += 6_000;
    await expectPoll(() => messages().length).toBe(4);
    expect(messages().map(({ data: { id } }) => id)).toEqual([...lines.map(({ id }) => id), lines[0]?.id]);
    expect(idsOf()[3]).toBe(idsOf()[0]);
    expect(new Set(idsOf()).size).toBe(3);
    const attempts = () =>
      query(
        `SELECT attempt, status, reply, next_at IS NULL AS ended FROM hook_deliveries
      WHERE message_id = $1 ORDER BY id`,
        [idsOf()[0]],
      );
    await expectPoll(attempts).toEqual([
      { attempt: 1, status: 500, reply: 'no', ended: false },
      { attempt: 2, status: 200, reply: 'no', ended: true },
    ]);
    expect(await query('SELECT * FROM hook_messages')).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'active', failures: 0 }]);
  });

  it('is stored later if the store refuses it', async () => {
    const messages = await hook('listing-created');
    receivers[0].behaviour = behaviours.answers(500);
    await query('ALTER TABLE hook_deliveries RENAME TO elsewhere');
    await list();
    await expectPoll(messages).toHaveLength(1);
    await wholeRounds(service);
    await query('ALTER TABLE elsewhere RENAME TO hook_deliveries');
    await expectPoll(() => query('SELECT FROM hook_messages WHERE attempts > 0')).toHaveLength(1);
    await expectPoll(states).toMatchObject([{ state: 'failing', failures: 1 }]);
    expect(messages()).toHaveLength(1);
  });

  it('with 410 disables the endpoint, which is reported to the account; its messages wait', async () => {
    const messages = await hook('listing-created');
    receivers[0].behaviour = behaviours.answers(410);
    await list();
    await expectPoll(states).toMatchObject([{ state: 'disabled', reason: GONE }]);
    const told = await query(`SELECT kind FROM changes WHERE resource = 'account' AND resource_id = $1`, [
      account.websiteID,
    ]);
    expect(told).toHaveLength(3);
    receivers[0].behaviour = behaviours.answers();
    const line = await list();
    shift += DAY;
    const [{ id } = { id: 0 }] = await states();
    await command((commands, executor) => commands.enable(executor, id));
    await expectPoll(() => messages().length).toBe(3);
    expect(messages().at(-1)?.data.id).toBe(line.id);
    await expectPoll(states).toMatchObject([{ state: 'active' }]);
  });
});

it('a host gets four requests at a time, whatever the accounts; other hosts do not wait', async () => {
  hosts.most = { ...UNLIMITED, atOnce: 4 };
  const [busy, other] = receivers;
  const ends: (() => void)[] = [];
  busy.behaviour = (response) => void ends.push(() => response.end());
  const accounts = [account, await createAccount(service), await createAccount(service)];
  for (const one of accounts) {
    const hooks = [1, 2, 3].map((at) => ({ url: `${busy.origin}/${at}`, trigger: 'listing-created' }));
    await service.put(`/api/v1/websites/${one.websiteID}`, { hooks });
  }
  // New endpoints leave a slot for endpoints that answered last time.
  await query('UPDATE hook_states SET has_answered = true');
  for (const one of accounts) await list({}, one);
  await expectPoll(() => ends).toHaveLength(4);
  const live = await createAccount(service);
  const messages = await hook('listing-created', live, other);
  await list({}, live);
  await expectPoll(messages).toHaveLength(1);
  await wholeRounds(service);
  expect(ends).toHaveLength(4);
  const path = `/api/v1/websites/${account.websiteID}/hooks`;
  const { body } = await service.get<{ data: { hookID: number }[] }>(path);
  const ping = await service.call('POST', `${path}/${body.data[0]?.hookID}/ping`);
  expect([ping.status, ping.headers.get('retry-after')]).toEqual([429, '1']);
  for (let at = 0; at < 9; at++) {
    await expectPoll(() => ends.length).toBeGreaterThan(at);
    expect(ends.length).toBeLessThanOrEqual(at + 4);
    ends[at]?.();
  }
});

it('thousands of messages for one host leave room for messages to others', async () => {
  hosts.most = { ...UNLIMITED, atOnce: 1 };
  const [busy, other] = receivers;
  let end = (): void => undefined;
  busy.behaviour = (response) => void (end = () => response.end());
  const accounts = [account, await createAccount(service), await createAccount(service)];
  const live = await createAccount(service);
  const messages = await hook('listing-created', live, other);
  const hooks = Array.from({ length: 20 }, (_, at) => ({ url: `${busy.origin}/${at}`, trigger: 'listing-created' }));
  for (const one of accounts) await service.put(`/api/v1/websites/${one.websiteID}`, { hooks });
  const listings = accounts.flatMap(({ websiteID }) =>
    Array.from({ length: 45 }, () => listingLine(websiteID, { id: nextId, uniqueID: `L${nextId++}` })),
  );
  await seed(service, { listings });
  await expectPoll(() => busy.received).not.toEqual([]);
  await wholeRounds(service);
  await list({}, live);
  await expectPoll(messages).toHaveLength(1);
  busy.behaviour = behaviours.answers();
  end();
});

it('twelve endpoints of one origin that never answer neither delay the others there nor raise a warning', async () => {
  const [receiver] = receivers;
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  const dead = Array.from({ length: 12 }, (_, at) => ({
    url: `${receiver.origin}/dead/${at}`,
    trigger: 'listing-created',
  }));
  const live = { url: `${receiver.origin}/live`, trigger: 'listing-created' };
  const ends: (() => void)[] = [];
  receiver.behaviour = (response, { path }) =>
    path === '/live' ? response.end() : void ends.push(() => response.end());
  await service.put(`/api/v1/websites/${account.websiteID}`, { hooks: [...dead, live] });
  await list();
  await list();
  await expectPoll(() => receiver.received.filter(({ path }) => path === '/live')).toHaveLength(2);
  const isOfThese = (path: string) => path === '/live' || path.startsWith('/dead/');
  const called = () => new Set(receiver.received.flatMap(({ path }) => (isOfThese(path) ? path : []))).size;
  await expectPoll(called).toBe(13);
  process.off('warning', note);
  expect(warnings).toEqual([]);
  for (const end of ends) end();
});

describe('while many endpoints hang, an endpoint that answered last time is not delayed', () => {
  const ENDPOINTS = 20;
  const update = (accounts: readonly AccountAnswer[], bodyOf: (account: AccountAnswer) => object) =>
    Promise.all(accounts.map((one) => service.put(`/api/v1/websites/${one.websiteID}`, bodyOf(one))));
  const hooksOf = ({ websiteID }: AccountAnswer) => ({
    hooks: Array.from({ length: ENDPOINTS }, (_, at) => ({
      url: `${receivers[0].origin}/hanging/${websiteID}/${at}`,
      trigger: 'account-updated',
    })),
  });
  const family = async () => {
    const subs = [1, 2, 3].map(() => createSubAccount(service, account));
    return [account, ...(await Promise.all(subs))];
  };
  const strangers = () => Promise.all([1, 2, 3, 4].map(() => createAccount(service)));

  it.each([
    ['that have never answered', strangers, false, Math.min(PLACES.total * SHARES.new, MOST_OF_HOST)],
    ['of one main account and its sub-accounts, which answered last time', family, true, PLACES.ofOwner],
  ])('%s', async (_, make, hasAnswered, most) => {
    const [hanging, other] = receivers;
    const accounts = await make();
    const live = await createAccount(service);
    const answered = await hook('listing-created', live, other);
    await list({}, live);
    await expectPoll(answered).toHaveLength(1);
    const sender = service.app.get(HookSender);
    const send = sender.send.bind(sender);
    const ends: (() => void)[] = [];
    /** No timeout ends these requests. */
    const hang = () =>
      vi.spyOn(sender, 'send').mockImplementation(async (url, ...message) => {
        if (url.includes('/hanging/')) await new Promise<void>((resolve) => void ends.push(resolve));
        return send(url, ...message);
      });
    if (!hasAnswered) hang();
    await update(accounts, hooksOf);
    if (hasAnswered) {
      const isOwn = (path: string) => accounts.some(({ websiteID }) => path.startsWith(`/hanging/${websiteID}/`));
      const paths = () => new Set(hanging.received.map(({ path }) => path).filter((path) => isOwn(path)));
      await expectPoll(() => paths().size).toBe(ENDPOINTS * accounts.length);
      hang();
      await update(accounts, () => ({ about: 'Changed' }));
    }
    await expectPoll(() => ends.length).toBe(most);
    await wholeRounds(service);
    expect(ends.length).toBe(most);
    await list({}, live);
    await expectPoll(answered).toHaveLength(2);
    vi.restoreAllMocks();
    for (const end of ends) end();
  });
});

it('the store remembers which endpoints answered last time', async () => {
  const hasAnswered = () => query('SELECT has_answered FROM hook_states JOIN hook_endpoints ON id = hook_id');
  await hook('listing-created');
  expect(await hasAnswered()).toEqual([{ has_answered: false }]);
  await list();
  await expectPoll(hasAnswered).toEqual([{ has_answered: true }]);
  receivers[0].behaviour = behaviours.answers(500);
  await list();
  await expectPoll(hasAnswered).toEqual([{ has_answered: false }]);
});

describe('an account', () => {
  it('keeps the pending messages of an endpoint when its hooks are replaced', async () => {
    const [receiver] = receivers;
    receiver.behaviour = behaviours.answers(500);
    const messages = await hook('listing-created');
    for (let count = 0; count < 7; count++) await list();
    await expectPoll(states).toMatchObject([{ state: 'failing', failures: 5 }]);
    receiver.behaviour = behaviours.answers();
    await hook('listing-created');
    shift += 6_000;
    await expectPoll(() => new Set(messages().map(({ data: { id } }) => id)).size).toBe(7);
  });

  it('can replay past events, with the same ids', async () => {
    await hook('listing-created');
    const [{ id } = { id: 0 }] = await states();
    // Messages of the previous test may still be in transit.
    const ids = () => idsOf().filter((message) => message?.includes(`_${id}_`));
    const [before] = await query<{ xid: string }>('SELECT max(xid::text::bigint) AS xid FROM changes');
    await list();
    await list();
    await expectPoll(ids).toHaveLength(2);
    const place = { log: '', xid: Number(before?.xid), id: ALL, listing: ALL };
    await command((commands, executor) => commands.rewind(executor, id, place, place.xid));
    await expectPoll(ids).toHaveLength(4);
    expect(ids().slice(2)).toEqual(ids().slice(0, 2));
  });

  it('learns that the log no longer contains all pending events of an endpoint', async () => {
    receivers[0].behaviour = behaviours.answers(503, { 'retry-after': '7200' });
    const messages = await hook('listing-created');
    await list();
    await expectPoll(messages).toHaveLength(1);
    for (let count = 0; count < 60; count++) await list();
    await query(`UPDATE changes SET at = at - interval '40 days'`);
    await query('SELECT keep_change_days(30)');
    receivers[0].behaviour = behaviours.answers();
    const line = await list();
    shift += 7_300_000;
    await expectPoll(() => messages().map(({ type }) => type)).toContain('resync');
    await list();
    await expectPoll(() => messages().at(-1)?.data.id).toBe(line.id + 1);
  });

  it('learns that the log contains none of the pending events of an endpoint', async () => {
    const messages = await hook('listing-created');
    await list();
    await expectPoll(messages).toHaveLength(1);
    await list();
    await query(`UPDATE changes SET at = at - interval '40 days'`);
    await query('SELECT keep_change_days(30)');
    // The work of an hourly round, before any other event of the account.
    await service.app.get(MessageFill).advance(await service.app.get(SnapshotClock).now());
    await expectPoll(() => messages().map(({ type }) => type)).toEqual(['listing-created', 'resync']);
  });
});

describe('with two replicas', () => {
  const other = specFixture(() => service.replica(settings()));
  const expectPollBoth = pollRounds(service, other);

  beforeAll(() => {
    stopWorkers(other);
    other.app.get(HookClock).now = () => clock.now();
    other.app.get(ReceivingHosts).most = UNLIMITED;
  });

  it('each message is delivered by one replica, once, in order', async () => {
    const messages = await hook('listing-created');
    const lines: { id: number }[] = [];
    for (let count = 0; count < 20; count++) lines.push(await list());
    await expectPollBoth(messages).toHaveLength(20);
    // The next message has arrived, so no others are in transit.
    lines.push(await list());
    await expectPollBoth(messages).toHaveLength(21);
    expect(messages().map(({ data: { id } }) => id)).toEqual(lines.map(({ id }) => id));
    expect(new Set(idsOf()).size).toBe(21);
  });

  it('one replica takes over from the other when its lease has expired', async () => {
    const messages = await hook('listing-created');
    const first = await list();
    await expectPollBoth(messages).toHaveLength(1);
    // No worker renews it: its owner is gone.
    const [{ id } = { id: 0 }] = await states();
    const held = () => query('SELECT FROM hook_states WHERE hook_id = $1 AND leased_until IS NOT NULL', [id]);
    await expectPollBoth(held).toEqual([]);
    await query(
      `UPDATE hook_states SET lease = lease + 1, leased_until = now() + interval '1 hour' WHERE hook_id = $1`,
      [id],
    );
    const second = await list();
    await wholeRounds(service);
    expect(messages()).toHaveLength(1);
    await query('UPDATE hook_states SET leased_until = now() WHERE hook_id = $1', [id]);
    await expectPollBoth(() => messages().map(({ data }) => data.id)).toEqual([first.id, second.id]);
  });

  it('a replica stores no results for an endpoint that it has lost', async () => {
    const [receiver] = receivers;
    let end = (): void => undefined;
    receiver.behaviour = (response) => void (end = () => response.writeHead(500).end());
    await hook('listing-created');
    await list();
    await expectPollBoth(() => receiver.received).toHaveLength(1);
    await query(`UPDATE hook_states SET lease = lease + 1, leased_until = now() + interval '1 hour'`);
    end();
    await expectPollBoth(() => query('SELECT FROM hook_messages')).toHaveLength(1);
    expect(await states()).toMatchObject([{ state: 'active', failures: 0 }]);
  });
});

it('a change that one process has seen is not lost if another process has read less of the log, and ends', async () => {
  await hook('agent-created');
  const fills = service.app.get(MessageFillRepository);
  const [{ id } = { id: 0 }] = await states();
  const [cursor] = await query<LogOffset>(
    `SELECT cursor_log AS log, cursor_xid::float8 AS xid, cursor_id::float8 AS id, cursor_listing::float8 AS listing
    FROM hook_states WHERE hook_id = $1`,
    [id],
  );
  const isMarked = () => query('SELECT has_more FROM hook_states WHERE hook_id = $1', [id]);
  const group = { websiteID: account.websiteID, cursor: cursor!, endpoints: [] };
  const endpoints = [{ id, websiteID: account.websiteID, triggers: [] }];
  await fills.mark([account.websiteID], { log: cursor!.log, xid: cursor!.xid + 2 });
  const read = { ...cursor!, xid: cursor!.xid + 1 };
  await fills.store({ ...group, endpoints }, [], read, { hasMore: false, now: new Date() });
  expect(await isMarked()).toEqual([{ has_more: true }]);
  await fills.store(
    { ...group, endpoints, cursor: read },
    [],
    { ...read, xid: read.xid + 1 },
    { hasMore: false, now: new Date() },
  );
  expect(await isMarked()).toEqual([{ has_more: false }]);
});

it('the tables keep only 30 days by the clock of the database, also if the clock of the process has jumped', async () => {
  const store = service.app.get(DeliveryStoreRepository);
  await hook('agent-created');
  const [{ id: hookId } = { id: 0 }] = await states();
  const count = async (table: string) => {
    const rows = await query<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE hook_id = $1`, [hookId]);
    return rows[0]?.count;
  };
  await query(
    `INSERT INTO hook_deliveries (hook_id, message_id, type, at, attempt, duration_ms, reply)
    SELECT $1, 'msg_' || n, 'all', now() - n * interval '1 hour', 1, 5, '' FROM generate_series(1, 65 * 24) n`,
    [hookId],
  );
  await query(
    `INSERT INTO hook_messages (hook_id, message_id, type, body, at, next_at)
    SELECT $1, 'old_' || n, 'all', '{}', now(), now() - n * interval '1 day' + interval '1 hour' FROM generate_series(0, 64) n`,
    [hookId],
  );
  const jumped = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 400 * DAY);
  try {
    await store.prune();
  } finally {
    jumped.mockRestore();
  }
  expect(await count('hook_deliveries')).toBe(30 * 24 - 1);
  expect(await count('hook_messages')).toBe(31);
  await query('DELETE FROM hook_deliveries WHERE hook_id = $1', [hookId]);
  await query('DELETE FROM hook_messages WHERE hook_id = $1', [hookId]);
});
