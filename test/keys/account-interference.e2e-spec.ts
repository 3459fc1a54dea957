import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountBody, type Keys, seed, spread, storeCredential, TestService, uuid, walk, walkSeed } from '@testing';
import {
  accountQueries,
  agentQueries,
  type DatedListing,
  filtersAlone,
  consistent,
  listingQueries,
  makeWorld,
  mapQueries,
  propertiesOf,
  propertyDraws,
  queriesOf,
  type Query,
  together,
} from '@testing/brute-force';
import { directoryOf, type Side } from './two-directories.js';

const RUNS = walk(4);
const SIDES = ['one', 'other'] as const;
/** An account that shows none of the listings. */
const OTHER = 77;

vi.setConfig({ testTimeout: 120_000 + RUNS * 500 });

/** Two directories that differ only in hidden fields of listings, with the same requests (B72). */
const world = makeWorld(walkSeed, Date.now());
const directories = { one: directoryOf(world, 'one', 'account'), other: directoryOf(world, 'other', 'account') };
const services = {} as Record<Side, TestService>; // set before all tests
const keys = {} as Record<Side, Keys>; // set before all tests

beforeAll(async () => {
  for (const side of SIDES) {
    services[side] = await TestService.start();
    const { accounts, ...rest } = directories[side];
    const watcher = {
      websiteID: OTHER,
      _id: uuid(4, OTHER),
      ...accountBody({ name: 'Watcher', link: 'https://watcher.example' }),
    };
    await seed(services[side], { ...rest, accounts: [...accounts, watcher] });
    // Generated identifiers contain the time.
    await services[side].store.dataSource.query('UPDATE properties SET uid = md5(id::text)::uuid');
    keys[side] = await storeCredential(services[side], { websiteID: OTHER }, 'full');
  }
});

afterAll(() => Promise.all(SIDES.map((side) => services[side].stop())));

interface Changed {
  readonly id: number;
  readonly resource: string;
}

interface Answer {
  readonly total?: number;
  readonly data?: readonly { readonly id: number }[];
}

/** Other texts are compared as texts. Of the log, only the documents are compared: a hidden price may have changed. */
async function answerOf(side: Side, path: string) {
  const { status, headers, body } = await services[side].get<object>(path, { as: keys[side] });
  const said = { ...body, instance: undefined, requestId: undefined };
  return { path, status, etag: headers.get('etag'), body: body as Answer, said };
}

/** The response, which is the same on both sides. */
async function same(path: string): Promise<Answer> {
  const [{ body, ...one }, { body: _, ...other }] = await Promise.all([answerOf('one', path), answerOf('other', path)]);
  expect(one).toEqual(other);
  return body;
}

const pathOf = (list: string, query: Query): string => `/api/v1/${list}?${new URLSearchParams(query).toString()}`;

/** Sends the same requests to both. Returns how many had results, because empty responses compare nothing. */
async function askBoth(list: string, queries: Arbitrary<Query>, runs = RUNS): Promise<number> {
  let fruitful = 0;
  const property = fc.asyncProperty(queries, async (query) => {
    if (((await same(pathOf(list, query))).total ?? 0) > 0) fruitful += 1;
  });
  await fc.assert(property, { numRuns: runs, seed: walkSeed });
  return fruitful;
}

const hidden = (what: (listing: DatedListing) => boolean): DatedListing[] =>
  SIDES.flatMap((side) => directories[side].listings.filter(what));

async function linesOf(side: Side, path: string): Promise<string[]> {
  const { accessKey, secretKey } = keys[side];
  const headers = { 'x-access-key': accessKey, 'x-secret-key': secretKey };
  return (await (await fetch(services[side].address + path, { headers })).text()).split('\n');
}

describe('hidden fields of listings never change a response to another account (B72)', () => {
  it('for any filter, order, page and view of listings', async () => {
    for (const drawn of Object.values(directories)) {
      const queries = fc
        .tuple(
          listingQueries(drawn),
          fc.constantFrom('full', 'card'),
          fc.constantFrom('all', 'current', 'sold', undefined),
        )
        .map(([query, view, status]): Query => consistent({ ...query, view, ...(status && { status }) }));
      expect(await askBoth('listings', queries)).toBeGreaterThan(0);
    }
  });

  it('for counts, clusters, statistics and inspections', async () => {
    const filtered = listingQueries(directories.other).map(filtersAlone);
    await askBoth(
      'listings/facets',
      filtered.map((query) => ({ ...query, facets: 'price,suburb,bedrooms,category' })),
    );
    await askBoth(
      'listings/clusters',
      filtered.map((query) => ({ ...query, zoom: '9' })),
    );
    const { status: _status, ...timeless } = { status: '' };
    const dated = { period: 'quarter', periods: '20', until: '2026-12-31', by: 'suburb', ...timeless };
    const ofStatistics = filtered.map((query): Query => {
      const kept = Object.entries(query).filter(([name]) => !['status', 'isInspections', 'isAuctions'].includes(name));
      return { ...Object.fromEntries(kept), ...dated };
    });
    await askBoth('listings/statistics', ofStatistics, RUNS / 2);
    const times = listingQueries(world).map(({ sort: _sort, view: _view, baseDate: _base, ...rest }): Query => rest);
    await askBoth(
      'inspections',
      times.map((query) => consistent({ datefrom: '2026-03-01', ...query })),
    );
    expect((await same('/api/v1/inspections?datefrom=0001-01-01&status=all&limit=100')).total).toBeGreaterThan(0);
    await same('/api/v1/inspections.ics?datefrom=0001-01-01&status=all');
  });

  it('for any filter of properties, agents and accounts', async () => {
    for (const drawn of Object.values(directories)) {
      const properties = propertiesOf(drawn);
      const places = mapQueries(fc.constantFrom(...properties.map(({ address }) => address)));
      const queries = together(queriesOf(propertyDraws(drawn), properties, 2), fc.oneof(places, fc.constant({})));
      await askBoth('properties', queries);
      await askBoth('agents', agentQueries(drawn, 2), RUNS / 2);
      await askBoth('websites', accountQueries(drawn, 2), RUNS / 2);
    }
    for (const view of ['full', 'card'])
      expect((await same(`/api/v1/properties?limit=100&view=${view}`)).data?.length).toBeGreaterThan(50);
  });

  it('for filters with every hidden price, place, street and suburb', async () => {
    expect.hasAssertions();
    const prices = hidden(({ price }) => price?.display === false).flatMap(({ price }) => price?.value ?? []);
    for (const price of spread([...new Set(prices)], 5))
      await same(pathOf('listings', { minPrice: String(price), maxPrice: String(price), status: 'all', view: 'card' }));
    const places = hidden(({ address }) => address.display === false).map(({ address }) => address);
    for (const { street = '', suburb = '', latitude, longitude } of spread(places, 5)) {
      const near = latitude && longitude ? { near: `${latitude},${longitude}`, radius: '1', sort: 'distance' } : {};
      for (const query of [{ street }, { s: street }, { address: street }, { suburb }, near] as Query[]) {
        await same(pathOf('listings', { ...query, status: 'all', view: 'card' }));
        if (!('s' in query)) await same(pathOf('properties', { ...query, view: 'card' }));
      }
      for (const q of [`1 ${street}`, suburb]) await same(pathOf('suburbs/suggest', { q, types: 'address,suburb' }));
    }
  });

  it('for single reads, histories, similar homes and calendars of listings and properties', async () => {
    expect.hasAssertions();
    for (const { id, uniqueID } of spread(directories.one.listings, 14)) {
      for (const path of ['', '/history', '/similar', '/inspections.ics']) await same(`/api/v1/listings/${id}${path}`);
      await same(`/api/v1/listings/${encodeURIComponent(uniqueID)}`);
    }
    const { data = [] } = await same('/api/v1/properties?limit=100');
    for (const { id } of spread(data, 10))
      for (const path of ['', '/history']) await same(`/api/v1/properties/${id}${path}`);
    for (const { id } of world.agents) await same(`/api/v1/agents/${id}`);
  });

  it.each(['listings.ndjson', 'listings.ndjson?maxPrice=400000', 'properties.ndjson'])(
    'for the export %s',
    async (file) => {
      const [one, other] = await Promise.all(SIDES.map((side) => linesOf(side, `/api/v1/export/${file}`)));
      expect(one?.length).toBeGreaterThan(20);
      expect(one).toEqual(other);
    },
  );

  it('for the feed of changes and its documents', async () => {
    const documentsOf = async (side: Side): Promise<string[]> => {
      const { dataSource } = services[side].store;
      const { body: now } = await services[side].get<{ cursor: string }>('/api/v1/changes?since=now');
      await dataSource.query("UPDATE listings SET modtime = modtime + interval '1 s' WHERE id % 5 = 0");
      await dataSource.query("UPDATE properties SET created_at = created_at + interval '1 s' WHERE id % 5 = 0");
      const path = `/api/v1/changes?since=${now.cursor}&include=document&resource=listing,property&limit=100`;
      const read = async () => {
        const { body } = await services[side].get<{ data: Changed[] }>(path, { as: keys[side] });
        return body.data.map((change) => JSON.stringify({ ...change, cursor: '', at: '' })).toSorted();
      };
      // The log waits for older transactions, including those of other databases.
      await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(100);
      return read();
    };
    const [one, other] = await Promise.all(SIDES.map(documentsOf));
    expect(one?.length).toBeGreaterThan(20);
    expect(one).toEqual(other);
  });

  it('whereas the operator and the accounts of the listings see all fields', async () => {
    const differing: string[] = [];
    const own = await Promise.all(SIDES.map((side) => storeCredential(services[side], { websiteID: 12 }, 'full')));
    for (const [path, as] of [
      ['/api/v1/listings?sort=price-asc&status=all', undefined],
      ['/api/v1/listings?minPrice=300000&status=all', undefined],
      ['/api/v1/listings?websiteID=12&status=all&limit=100', own],
    ] as const) {
      const bodies = await Promise.all(
        SIDES.map(async (side, at) => (await services[side].get<object>(path, as ? { as: as[at] } : {})).body),
      );
      if (JSON.stringify(bodies[0]) !== JSON.stringify(bodies[1])) differing.push(path);
    }
    expect(differing).toHaveLength(3);
  });
});
