import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryOf } from '../support/feed-entries.js';
import { ADDRESS as REAXML_ADDRESS, feedOf } from '../support/feed-texts.js';
import { startReceiver, type Receiver } from '../support/hook-receiver.js';
import * as directory from '../../packages/client/src/index.js';
import {
  accountBody,
  type Keys,
  listingLine,
  operator,
  seed,
  storeCredential,
  suburbLine,
  TestService,
} from '@testing';

/** The parts of the OpenAPI document used in this file. */
interface Document {
  readonly paths: Record<
    string,
    { get?: { operationId: string; parameters?: { $ref?: string; name?: string }[] } | undefined }
  >;
}

const ADDRESS = {
  suburb: 'Richmond',
  state: 'VIC',
  postcode: '3121',
  street: 'Main Road',
  streetNumber: '39',
  latitude: '-37.82',
  longitude: '145',
};
const BODY = { name: 'Hooked', link: 'https://www.hooked.example' };
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

let service: TestService;
let client: directory.Client;
let crm: Receiver;

const clientOf = (keys: Keys, options: Partial<directory.ClientOptions> = {}): directory.Client =>
  directory.createClient({ baseUrl: `${service.address}/`, ...keys, ...options });

/** A listing of the first account, at its own address. */
const lineOf = (id: number) =>
  listingLine(1, { id, uniqueID: `L-${id}`, address: { ...ADDRESS, streetNumber: String(id) } });

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

beforeAll(async () => {
  crm = await startReceiver();
  service = await TestService.start({ hooksAllow: [crm.origin] });
  client = clientOf(operator);
  await seed(service, {
    suburbs: [
      suburbLine('Richmond VIC 3121', { areaName: 'Yarra', regionName: 'Greater Melbourne' }),
      suburbLine('Kew VIC 3101', { areaName: 'Boroondara', regionName: 'Greater Melbourne' }),
      suburbLine('Bondi NSW 2026', { areaName: 'Eastern', regionName: 'Greater Sydney' }),
    ],
    accounts: [{ websiteID: 1, ...accountBody({ feedAgentIDs: ['HARB1'] }) }],
    listings: Array.from({ length: 7 }, (_, at) => lineOf(at + 1)),
  });
});

afterAll(async () => {
  await service.stop();
  await crm[Symbol.asyncDispose]();
});

describe('operations', () => {
  it('create, read and update an account and its agents', async () => {
    const created = await directory.createAccount({
      client,
      body: {
        name: 'Harbour',
        link: 'https://www.harbour.example',
        contacts: { email: { sales: 'sales@harbour.example' } },
      },
    });
    expect(created.response.status).toBe(201);
    const { websiteID } = created.data.account;
    const path = { id: String(websiteID) };
    const read = await directory.readAccount({ client, path });
    expect(read.data.contacts.email.sales).toBe('sales@harbour.example');
    const headers = { 'if-match': read.response.headers.get('etag') ?? '' };
    const updated = await directory.updateAccount({ client, path, body: { about: 'By the sea' }, headers });
    expect(updated.data.about).toBe('By the sea');
    await expect(directory.updateAccount({ client, path, body: { about: 'Again' }, headers })).rejects.toMatchObject({
      status: 412,
      code: 'PRECONDITION_FAILED',
    });

    const own = clientOf({ accessKey: created.data.account.accessKey, secretKey: created.data.account.secretKey });
    const { data: agent } = await directory.createAgent({
      client: own,
      body: { websiteID, name: 'Zoë Citizen', firstname: 'Zoë', lastname: 'Citizen' },
    });
    await directory.updateAgent({ client: own, path: { id: String(agent.id) }, body: { biography: 'Born' } });
    const found = await directory.listAgents({ client: own, query: { name: 'zoe', websiteID } });
    expect(found.data.data.map(({ id, name }) => [id, name])).toEqual([[agent.id, 'Zoë Citizen']]);
    const { data: stored } = await directory.readAgent({ client: own, path: { id: String(agent.id) } });
    expect(stored.biography).toBe('Born');
    const identity = await directory.readIdentity({ client: own });
    expect(identity.data).toMatchObject({ scope: 'full', websiteID });
    await directory.deleteAccount({ client, path });
    await expect(directory.readAgent({ client, path: { id: String(agent.id) } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('find listings, properties, suburbs, counts and suggestions', async () => {
    const { data: page } = await directory.listListings({
      client,
      query: { suburb: ['Richmond, VIC', 'Kew'], status: ['all'], sort: 'id', limit: 2 },
    });
    expect([page.total, page.data.map(({ id }) => id), page.hasNext]).toEqual([7, [1, 2], true]);
    const { data: listing } = await directory.readListing({ client, path: { id: '1' } });
    expect(listing.address.suburb).toBe('Richmond');
    const outlines = ['144.9,-37.9;145.1,-37.9;145,-37.7', '150,-37;151,-37;150,-36'];
    for (const polygon of [outlines, outlines.toReversed()]) {
      expect((await directory.listListings({ client, query: { polygon } })).data.total).toBe(7);
    }
    expect((await directory.listProperties({ client, query: { state: ['VIC'] } })).data.total).toBe(7);
    const cards = directory.paginate(directory.listListingCards, { client, query: { state: ['VIC'], limit: 3 } });
    expect((await all(cards)).map(({ address }) => address)).toHaveLength(7);
    const propertyCards = await directory.listPropertyCards({ client, query: { limit: 1 } });
    expect(propertyCards.data).toMatchObject({ total: 7, data: [{ listings: { status: 'current' } }] });
    const bbox = '144,-38.5,146,-37';
    const { data: map } = await directory.mapListings({ client, query: { bbox, limit: 1 } });
    expect([map.type, map.total, map.features[0]?.geometry?.type]).toEqual(['FeatureCollection', 7, 'Point']);
    const { data: suburbs } = await directory.mapSuburbs({ client, query: { state: 'NSW' } });
    expect(suburbs.features.map(({ properties }) => properties.name)).toEqual(['Bondi NSW 2026']);
    const times = await directory.listInspections({ client, query: { kind: ['inspection'], datefrom: '2020-01-01' } });
    expect(times.data.total).toBe(0);
    const { data: calendar } = await directory.readInspectionsCalendar({ client });
    expect(calendar).toContain('END:VCALENDAR');
    const facets = await directory.countListings({ client, query: { facets: ['suburb'], bedrooms: [1, 2] } });
    expect(facets.data.facets).toHaveProperty('suburb');
    const { data: places } = await directory.suggestPlaces({ client, query: { q: 'rich', types: ['suburb'] } });
    expect(places.data.map(({ text }) => text)).toEqual(['Richmond VIC 3121']);
  });

  it('send a feed unchanged', async () => {
    const feed = feedOf(entryOf(REAXML_ADDRESS));
    const { data: run } = await directory.pushFeed({ client, body: new Blob([feed]), query: { websiteID: 1 } });
    const path = { id: String(run.id) };
    await expect
      .poll(async () => (await directory.readFeed({ client, path })).data)
      .toMatchObject({ state: 'done', created: 1 });
  });

  it('with a public pair read only public data', async () => {
    const visitor = clientOf(await storeCredential(service, { websiteID: 1 }, 'public'));
    expect((await directory.listListings({ client: visitor })).data.total).toBeGreaterThan(0);
    await expect(directory.listEnquiries({ client: visitor })).rejects.toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
  });
});

it('a time limit ends a response whose body never ends', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void; // set by the flag
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const stalled = directory.createClient({ baseUrl: `http://127.0.0.1:${port}`, ...operator });
  const garbage = setInterval(collectGarbage, 100);
  const request = directory.listSuburbs({ client: stalled, signal: AbortSignal.timeout(300) });
  await expect(request).rejects.toThrow('timeout');
  clearInterval(garbage);
  server.closeAllConnections();
  server.close();
});

describe('paginate', () => {
  it('yields every item once, even if items come and go between the pages', async () => {
    const before = (await directory.listListings({ client, query: { status: ['all'], limit: 1 } })).data.total;
    const ids: number[] = [];
    for await (const { id } of directory.paginate(directory.listListings, {
      client,
      query: { status: ['all'], limit: 2 },
    })) {
      ids.push(id);
      if (ids.length === 3) await service.store.dataSource.query('DELETE FROM listings WHERE id = 1');
    }
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    expect(ids).toHaveLength(before);
  });

  it('supports every list with cursors', async () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;
    const lists = Object.values(paths).flatMap(({ get }) =>
      get?.parameters?.some(({ $ref, name }) => name === 'cursor' || /\/cursor$/i.test($ref ?? ''))
        ? get.operationId
        : [],
    );
    expect(lists.length).toBeGreaterThan(12);
    const hook = { url: `${crm.origin}/in`, trigger: 'all' };
    await service.put('/api/v1/websites/1', { hooks: [hook] });
    const body = { name: 'All', query: '', notify: ['new' as const], websiteID: 1 };
    const { data: saved } = await directory.createSearch({ client, body });
    expect(saved.search.id).toBe(1);
    const path = {
      id: '1',
      hookID: String((await directory.listHooks({ client, path: { id: '1' } })).data.data[0]?.hookID),
    };
    for (const name of lists) {
      const list = (directory as unknown as Record<string, typeof directory.listHookDeliveries>)[name];
      await all(directory.paginate(list ?? expect.fail(name), { client, path }));
    }
  });
});

describe('a synchronized copy', () => {
  it('starts with exports, and follows the changes', async () => {
    const exported = await directory.exportListings({ client, query: { status: ['all'] } });
    const copy = new Map((await all(exported)).map((listing) => [listing.id, listing.status as string]));
    expect(copy.size).toBeGreaterThan(6);
    const ending = new AbortController();
    const query = { include: 'document', resource: ['listing'], limit: 1 } as const;
    const cursors: string[] = [];
    const following = (async () => {
      const options = {
        client,
        since: exported.cursor,
        query: { ...query, resource: [...query.resource] },
        intervalMs: 20,
      };
      for await (const { changes, cursor } of directory.followChanges({ ...options, signal: ending.signal })) {
        cursors.push(cursor);
        for (const { id, deleted, document } of changes) {
          if (deleted) copy.delete(id);
          else if (document && 'uniqueID' in document) copy.set(id, document.status);
        }
      }
    })();
    await seed(service, { listings: [{ ...lineOf(2), status: 'sold' }, lineOf(90)] });
    await service.store.dataSource.query('DELETE FROM listings WHERE id = 3');
    const now = async () =>
      new Map((await all(await directory.exportListings({ client }))).map(({ id, status }) => [id, status as string]));
    await expect
      .poll(async () => [Object.fromEntries(copy), copy.get(2)])
      .toEqual([Object.fromEntries(await now()), 'sold']);
    ending.abort();
    await following;
    expect(cursors.length).toBeGreaterThan(1);
  });

  it('of the matches of a saved search follows from its cursor', async () => {
    const body = { name: 'Kew', query: 'suburb=Kew', notify: ['new' as const], websiteID: 1 };
    const { data: saved } = await directory.createSearch({ client, body });
    const path = { id: String(saved.search.id) };
    const kew = { ...lineOf(91), address: { ...ADDRESS, suburb: 'Kew', postcode: '3101' } };
    await seed(service, { listings: [kew, lineOf(92)] });
    const since = saved.search.cursor;
    const found: string[] = [];
    for await (const { matches } of directory.followMatches({ client, search: path.id, since, intervalMs: 20 })) {
      found.push(...matches.map(({ reason, listingID }) => `${reason} ${listingID}`));
      if (found.length > 0) break;
    }
    expect(found).toEqual(['new 91']);
    expect((await directory.listSearchListings({ client, path })).data.data.map(({ id }) => id)).toEqual([91]);
    expect((await directory.listSearchMatches({ client, path, query: { since: 'now' } })).data.data).toEqual([]);
    await directory.updateSearch({ client, path, body: { name: 'In Kew' } });
    expect((await directory.readSearch({ client, path })).data.name).toBe('In Kew');
    expect((await directory.listSearches({ client, query: { websiteID: 1 } })).data.total).toBe(2);
    await directory.deleteSearch({ client, path });
  });

  it('stops at once if the signal is aborted during a pause', async () => {
    const { cursor } = await directory.exportAgents({ client });
    const ending = new AbortController();
    const following = all(directory.followChanges({ client, since: cursor, signal: ending.signal }));
    await sleep(100);
    ending.abort();
    // The cursor may move without a change, when a transaction of another database ends.
    expect((await following).flatMap(({ changes }) => changes)).toEqual([]);
  });
});

describe('verifyHook', () => {
  it('accepts messages of the service, even while its secret is rotated, and rejects forged ones', async () => {
    const hooks = [{ name: 'CRM', url: `${crm.origin}/in`, trigger: 'all' as const }];
    const { data: created } = await directory.createAccount({ client, body: { ...BODY, hooks } });
    const id = String(created.account.websiteID);
    const [hook] = await all(directory.paginate(directory.listHooks, { client, path: { id } }));
    const path = { id, hookID: String(hook?.hookID) };
    const { data: rotated } = await directory.rotateHookSecret({ client, path });
    expect((await directory.pingHook({ client, path })).data.status).toBe(200);
    const { headers, body = '' } = crm.received.at(-1) ?? {};
    const message = [headers as Record<string, string>, body] as const;
    const { secret, formerSecret } = rotated;
    const verified = await directory.verifyHook(secret, ...message);
    expect(verified).toMatchObject({ type: 'ping', data: { websiteID: created.account.websiteID } });
    const former = formerSecret ?? '';
    await expect(directory.verifyHook(former, new Headers(message[0]), Buffer.from(body))).resolves.toEqual(verified);
    const upper = Object.fromEntries(Object.entries(message[0]).map(([name, value]) => [name.toUpperCase(), [value]]));
    await expect(directory.verifyHook([OTHER_SECRET, secret], upper, body)).resolves.toEqual(verified);

    const time = String(Math.floor(Date.now() / 1000));
    const forged: Parameters<typeof directory.verifyHook>[] = [
      [OTHER_SECRET, ...message],
      [[], ...message],
      [secret, message[0], `${body} `],
      [secret, { ...message[0], 'webhook-id': 'msg_other' }, body],
      [secret, { ...message[0], 'webhook-timestamp': `${time}0` }, body],
      [secret, { ...message[0], 'webhook-timestamp': 'Infinity' }, body],
      [secret, { ...message[0], 'webhook-signature': '' }, body],
      [secret, {}, body],
      [secret, ...message, { toleranceSeconds: -1 }],
    ];
    for (const call of forged) {
      await expect(directory.verifyHook(...call)).rejects.toBeInstanceOf(directory.HookVerificationError);
    }
    await expect(directory.verifyHook('', ...message)).rejects.toBeInstanceOf(TypeError);
  });
});

// This test is last, because it moves the end of the retained log.
it('a subscriber is told that its cursor has expired', async () => {
  const { cursor } = await directory.exportAgents({ client });
  await service.put('/api/v1/websites/1', { about: 'Forgotten' });
  await service.store.dataSource.query(
    'UPDATE changes_horizon SET xid = (SELECT max(xid::text::bigint)::text::xid8 FROM changes), id = 0',
  );
  const following = all(directory.followChanges({ client, since: cursor }));
  await expect(following).rejects.toBeInstanceOf(directory.CursorExpiredError);
  await expect(all(directory.followChanges({ client, since: 'none' }))).rejects.toMatchObject({
    code: 'INVALID_CURSOR',
  });
});
