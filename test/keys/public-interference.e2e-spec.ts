import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createCredential,
  exchange,
  type Keys,
  seed,
  spread,
  storeCredential,
  TestService,
  walk,
  walkSeed,
} from '@testing';
import {
  accountQueries,
  agentDraws,
  agentQueries,
  type DatedListing,
  FACET_READINGS,
  filtersAlone,
  forEveryCaller,
  listingOrders,
  consistent,
  listingQueries,
  makeWorld,
  mapQueries,
  priceOf,
  propertiesOf,
  propertyDraws,
  queriesOf,
  type Query,
  readFacet,
  readListings,
  together,
  type AccountLine,
} from '@testing/brute-force';
import {
  directoryOf,
  formerListings,
  hasSeenStatus,
  hidesSuburb,
  seenByPublic,
  SITE,
  type Side,
  reducedListings,
} from './two-directories.js';

const RUNS = walk(6);
const SEED = walkSeed;
/** The share of the requests that must have results; in a small set, all may be empty. */
const FEWEST_FOUND = RUNS < 15 ? -1 : 0.1;
const SIDES = ['one', 'other'] as const;

vi.setConfig({ testTimeout: 180_000 + RUNS * 500 });

/** Two directories that differ only in data hidden from visitors, with the same requests. */
const world = makeWorld(SEED, Date.now());
const directories = { one: directoryOf(world, 'one'), other: directoryOf(world, 'other') };
const services = {} as Record<Side, TestService>; // set before all tests
const keys = {} as Record<Side, Keys>; // set before all tests

beforeAll(async () => {
  for (const side of SIDES) {
    services[side] = await TestService.start();
    const { dataSource } = services[side].store;
    await seed(services[side], { ...directories[side], listings: formerListings(world, side) });
    await seed(services[side], { listings: directories[side].listings });
    // Both sides change at the same time.
    await dataSource.query(`UPDATE listing_history SET at = timestamptz '2026-06-01' + listing_id * interval '1 s'`);
    await dataSource.query('SELECT keep_events(ARRAY(SELECT id FROM listings))');
    // Generated identifiers contain the time.
    await dataSource.query(`UPDATE properties SET uid = md5(id::text)::uuid`);
    keys[side] = await storeCredential(services[side], { websiteID: SITE }, 'public');
  }
});

afterAll(() => Promise.all(SIDES.map((side) => services[side].stop())));

interface Envelope {
  readonly total: number;
  readonly nextCursor?: string | null;
  readonly data: readonly { readonly id: number; readonly propertyID?: number; readonly uniqueID: string }[];
}

interface Counts {
  readonly total: number;
  readonly facets: Readonly<Record<string, readonly { readonly value: unknown; readonly count: number }[]>>;
}

/** All content of a response. */
async function answerOf<Body = Envelope>(side: Side, path: string) {
  const { status, headers, body } = await services[side].get<Body>(path, { as: keys[side] });
  const said = { ...(body as object), instance: undefined, requestId: undefined };
  return { status, etag: headers.get('etag'), link: headers.get('link')?.replaceAll(/:\d+\//g, '/'), body, said };
}

/** The response, which is the same on both sides. */
async function same<Body = Envelope>(path: string): Promise<{ status: number; body: Body }> {
  const [one, other] = await Promise.all([answerOf<Body>('one', path), answerOf<Body>('other', path)]);
  const { status, etag, link, said } = one;
  expect({ path, status, etag, link, said }).toEqual({
    path,
    status: other.status,
    etag: other.etag,
    link: other.link,
    said: other.said,
  });
  return one;
}

const pathOf = (list: string, query: Query): string => `/api/v1/${list}?${new URLSearchParams(query).toString()}`;

/** Sends the same requests to both. Returns the share with results, because empty responses compare nothing. */
async function askBoth(list: string, queries: Arbitrary<Query>, runs: number): Promise<number> {
  let fruitful = 0;
  const property = fc.asyncProperty(queries, async (query) => {
    const { status, body } = await same(pathOf(list, query));
    if (status === 200 && body.total > 0) fruitful += 1;
  });
  await fc.assert(property, { numRuns: runs, seed: SEED });
  return fruitful / runs;
}

/** The statuses that a `public` key may request; undefined without the parameter. */
const STATUSES = [undefined, undefined, 'current', 'current', 'sold', 'leased'] as const;

const ofStatus = ({ status: _any, ...query }: Query, status: (typeof STATUSES)[number]): Query =>
  status === undefined ? query : { ...query, status };

/** Queries with a status that visitors may use. */
const ofPublic = (queries: Arbitrary<Query>): Arbitrary<Query> =>
  fc.tuple(queries, fc.constantFrom(...STATUSES)).map(([query, status]) => consistent(ofStatus(query, status)));

/** Queries for a reading of lines, which have no former prices. */
const readable = (queries: Arbitrary<Query>): Arbitrary<Query> =>
  ofPublic(queries.map(({ priceReduced: _history, ...query }) => query));

/** Every page of a list, by number and by cursor. */
async function readWholeList(list: string, query: Query, limit = 25): Promise<Envelope['data'][number][]> {
  const found: Envelope['data'][number][] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { body } = await same(pathOf(list, { ...query, limit: String(limit), page: String(page) }));
    last = Math.ceil(body.total / limit);
    found.push(...body.data);
  }
  const byCursor: Envelope['data'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: Envelope } = await same(pathOf(list, { ...query, limit: String(limit), cursor }));
    cursor = body.nextCursor ?? null;
    byCursor.push(...body.data);
  }
  expect(byCursor.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  return found;
}

/** The lines of listings with hidden fields, on both sides. */
const hiding = (what: (listing: DatedListing) => boolean): DatedListing[] =>
  SIDES.flatMap((side) => directories[side].listings.filter((line) => hasSeenStatus(line, world) && what(line)));

const some = <Value>(values: ReadonlySet<Value>): Value[] => spread([...values], 12);

const hidesAddress = ({ address }: DatedListing): boolean => address.display === false;
const hidesPrice = ({ price }: DatedListing): boolean => price?.display === false || price?.rent?.display === false;

describe('data hidden from visitors never changes a response to them (B20)', () => {
  it('for any filter, order and page of listings', async () => {
    for (const [drawn, runs] of [[world, RUNS] as const, [directories.other, RUNS / 2] as const]) {
      expect(await askBoth('listings', ofPublic(listingQueries(drawn)), runs)).toBeGreaterThan(FEWEST_FOUND);
    }
  });

  it('which equals a brute-force reading of the masked lines, in order', async () => {
    const seen = seenByPublic(directories.one);
    let fruitful = 0;
    const property = fc.asyncProperty(readable(listingQueries(world)), async (query) => {
      const found = readListings(seen, query).map(({ id }) => id);
      const { page = '1', limit = '20' } = query;
      const data = found.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
      const { body } = await answerOf('one', pathOf('listings', query));
      const answer = { total: body.total, data: body.data.map(({ id }) => id) };
      expect({ query, answer }).toEqual({ query, answer: { total: found.length, data } });
      if (data.length > 0) fruitful += 1;
    });
    // One query in seven finds a listing.
    await fc.assert(property, { numRuns: 4 * RUNS, seed: SEED });
    expect(fruitful).toBeGreaterThan(RUNS / 6);
  });

  it('for any counts of listings, which equal those of the masked lines', async () => {
    const seen = { ...seenByPublic(directories.one), reduced: reducedListings(world, 'one') };
    const names = Object.keys(FACET_READINGS);
    const addresses = SIDES.flatMap((side) => directories[side].listings.map(({ address }) => address));
    const filtered = together(
      readable(listingQueries(world)),
      fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, mapQueries(fc.constantFrom(...addresses))),
    );
    const queries = fc.oneof(fc.constant<Query>({}), { weight: 3, arbitrary: filtered });
    let fruitful = 0;
    const property = fc.asyncProperty(queries, fc.constantFrom(...names), async (query, name) => {
      const filters = filtersAlone(query);
      const facets = [...new Set([name, 'price', 'suburb'])].join(',');
      const { status, body } = await same<Counts>(pathOf('listings/facets', { ...filters, facets, facetLimit: '200' }));
      expect({ status, body }).toMatchObject({ status: 200 });
      for (const [facet, counted] of Object.entries(body.facets)) {
        const counts = counted.map(({ count }) => count);
        const expected = [...readFacet(seen, filters, facet).values()].toSorted((a, b) => b - a);
        expect({ filters, facet, counts }).toEqual({ filters, facet, counts: expected });
        if (counted.length > 1) fruitful += 1;
      }
    });
    await fc.assert(property, { numRuns: RUNS / 2, seed: SEED });
    expect(fruitful).toBeGreaterThan(FEWEST_FOUND * RUNS);
    const { body } = await same<Counts>(pathOf('listings/facets', { facets: 'status' }));
    expect(body.facets['status']?.map(({ value }) => value).toSorted()).toEqual(['current', 'leased', 'sold']);
  });

  it('for any filter of inspections and auctions, and for calendars', async () => {
    const queries = listingQueries(world).map(({ sort: _sort, view: _view, baseDate: _base, ...filters }) => ({
      datefrom: '2026-03-01',
      ...filters,
    }));
    expect(await askBoth('inspections', ofPublic(queries), RUNS)).toBeGreaterThan(FEWEST_FOUND);
    for (const status of ['current', 'sold', 'leased']) {
      const query = { datefrom: '0001-01-01', status };
      expect((await same(pathOf('inspections.ics', query))).status).toBe(200);
      const { body } = await same(pathOf('inspections', { ...query, limit: '100' }));
      // Only current listings have times (B79).
      expect(body.total > 0).toBe(status === 'current');
    }
    for (const { id } of spread(directories.one.listings, 8)) await same(`/api/v1/listings/${id}/inspections.ics`);
  });

  it('for any filter of properties and of agents', async () => {
    for (const drawn of Object.values(directories)) {
      const properties = propertiesOf(drawn);
      const ofProperties = together(
        queriesOf(propertyDraws(drawn), properties, 2),
        fc.oneof(mapQueries(fc.constantFrom(...properties.map(({ address }) => address))), fc.constant({})),
      );
      expect(await askBoth('properties', ofProperties, RUNS / 2)).toBeGreaterThan(FEWEST_FOUND);
      await askBoth('websites', forEveryCaller(accountQueries(drawn, 2)), RUNS / 2);
      await askBoth('agents', forEveryCaller(agentQueries(drawn, 2)), RUNS / 2);
      expect(await askBoth('agents', queriesOf(agentDraws(drawn), drawn.agents, 2), RUNS / 2)).toBeGreaterThan(
        FEWEST_FOUND,
      );
    }
  });

  it.each(spread(Object.keys(listingOrders(0)), 4))('for the whole order %s, by pages and by cursors', async (sort) => {
    const seen = seenByPublic(directories.one);
    const idsOf = (lines: readonly { readonly id: number }[]) => lines.map(({ id }) => id);
    const past = await readWholeList('listings', { sort, status: 'sold', view: 'card' }, 5);
    expect(past.length).toBeGreaterThan(5);
    expect(idsOf(past)).toEqual(idsOf(readListings(seen, { sort, status: 'sold' })));
    if (sort.startsWith('sold-')) return;
    const found = await readWholeList('listings', { sort, view: 'card' }, 50);
    expect(found.length).toBeGreaterThan(100);
    expect(idsOf(found)).toEqual(idsOf(readListings(seen, { sort })));
    if (!sort.startsWith('price')) return;
    const hidden = new Set(hiding(hidesPrice).map(({ id }) => id));
    const places = found.map(({ id }) => hidden.has(id));
    const lines = directories.one.listings;
    const known = (id: number) => priceOf(lines.find((line) => line.id === id)!) !== undefined;
    const lastShown = found.findLastIndex(({ id }, at) => !places[at] && known(id));
    expect(places.indexOf(true), 'hidden prices are behind all others').toBeGreaterThan(lastShown);
  });

  it('for whole items, by pages and by cursors', async () => {
    expect((await readWholeList('listings', {})).length).toBeGreaterThan(100);
    for (const status of ['sold', 'leased'])
      expect((await readWholeList('listings', { status })).length).toBeGreaterThan(5);
    expect((await readWholeList('properties', { view: 'card' }, 50)).length).toBeGreaterThan(50);
  });

  it('for bounds around every hidden price', async () => {
    const prices = new Set(hiding(hidesPrice).flatMap((line) => priceOf(line) ?? []));
    expect(prices.size).toBeGreaterThan(20);
    const hidden = new Set(hiding(hidesPrice).map(({ id }) => id));
    for (const price of some(prices)) {
      const between = { minPrice: String(price), maxPrice: String(price), limit: '100', view: 'card' };
      const { body } = await same(pathOf('listings', between));
      expect(body.data.filter(({ id }) => hidden.has(id))).toEqual([]);
      await same(pathOf('listings', { maxPrice: String(price), limit: '1' }));
    }
  });

  it('for bounds around every hidden price of a sale', async () => {
    const sales = SIDES.flatMap((side) => directories[side].listings.filter((line) => line.status === 'sold'));
    const prices = new Set(sales.flatMap(({ soldDetails }) => soldDetails?.price || []));
    expect(prices.size).toBeGreaterThan(5);
    const seen = seenByPublic(directories.one);
    for (const price of prices) {
      const query = { status: 'sold', minSoldPrice: String(price), maxSoldPrice: String(price), view: 'card' };
      const { body } = await same(pathOf('listings', query));
      expect(body.data.map(({ id }) => id)).toEqual(readListings(seen, query).map(({ id }) => id));
    }
  });

  it('for the profile of an account, and of displayed accounts', async () => {
    const { status, body } = await same<object>(`/api/v1/websites/${SITE}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'Harbour Richmond',
        integrations: { reviews: '', privacyPolicyLink: 'https://same.example/privacy' },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/HARB|FEED|hook|accessKey|status/);
    const isShown = ({ websiteID, isDisplayToFrontEnd, status: isEnabled }: AccountLine) =>
      isDisplayToFrontEnd === true && isEnabled !== false && websiteID !== SITE;
    const shown = directories.one.accounts.filter(isShown).map(({ websiteID }) => websiteID);
    expect(shown).not.toEqual([]);
    const statuses = await Promise.all(
      [11, 14, 999].map(async (id) => [id, (await same(`/api/v1/websites/${id}`)).status]),
    );
    expect(statuses).toEqual([11, 14, 999].map((id) => [id, shown.includes(id) ? 200 : 404]));
  });

  it('for every hidden street and address', async () => {
    const lines = hiding(hidesAddress);
    const hidden = new Set(lines.map(({ id }) => id));
    const streets = new Set(lines.flatMap(({ address }) => address.street?.trim() || []));
    for (const street of some(streets)) {
      for (const name of ['street', 'address']) {
        const { body } = await same(pathOf('listings', { [name]: street, limit: '100', view: 'card' }));
        expect(body.data.filter(({ id }) => hidden.has(id))).toEqual([]);
        await same(pathOf('properties', { [name]: street, view: 'card' }));
      }
      for (const number of ['1', '2', '12'])
        await same(pathOf('suburbs/suggest', { q: `${number} ${street}`, types: 'address', limit: '20' }));
    }
  });

  it('for any name of a hidden suburb', async () => {
    const lines = hiding(hidesSuburb);
    const hidden = new Set(lines.map(({ id }) => id));
    expect(hidden.size).toBeGreaterThan(10);
    const places = new Map(lines.flatMap(({ address }) => (address.suburb ? [[address.suburb, address]] : [])));
    expect(places.size).toBeGreaterThan(2);
    for (const { suburb = '', state = '', postcode = '' } of places.values()) {
      const whole = `${suburb} ${state} ${postcode}`;
      const named: Query[] = [
        { suburb },
        { postcode },
        { state },
        { fullSuburb: whole },
        { suburb, surroundingsuburb: 'true' },
      ];
      for (const query of named.filter((one) => !Object.values(one).includes(''))) {
        const { body } = await same(pathOf('listings', { ...query, limit: '100', view: 'card' }));
        expect(body.data.filter(({ id }) => hidden.has(id))).toEqual([]);
      }
      // A text or the name of the agency may contain the word.
      for (const s of [suburb, postcode, whole, state])
        await same(pathOf('listings', { s, limit: '100', view: 'card' }));
      await same(`/api/v1/suburbs/suggest?${new URLSearchParams({ q: suburb }).toString()}`);
    }
  });

  it('for map shapes around every hidden address', async () => {
    const lines = hiding(hidesAddress);
    const hidden = new Set(lines.map(({ id }) => id));
    const places = new Set(
      lines.flatMap(({ address: { latitude, longitude } }) =>
        latitude && longitude ? `${latitude},${longitude}` : [],
      ),
    );
    expect(places.size).toBeGreaterThan(20);
    for (const near of some(places)) {
      const [latitude, longitude] = near.split(',').map(Number) as [number, number];
      const bbox = [longitude, latitude, longitude, latitude].join();
      // A triangle with a corner there, away from the ends of the map.
      const [west, south] = [longitude, latitude].map((at) => (at - Math.sign(at || 1) * 0.1).toFixed(6));
      const polygon = `${longitude},${latitude};${west},${latitude};${longitude},${south}`;
      const queries: Query[] = [{ near, radius: '1', limit: '100' }, { near, sort: 'distance' }, { bbox }, { polygon }];
      for (const query of queries.map((one) => ({ ...one, view: 'card' }))) {
        const { body } = await same(pathOf('listings', query));
        expect(body.data.filter(({ id }) => hidden.has(id))).toEqual([]);
        await same(pathOf('properties', query));
      }
    }
  });

  it('for single reads, by each identifier', async () => {
    const shown = new Set<number>();
    const changes: { kind: string; price: { display: boolean; value?: number } }[] = [];
    const historyOf = async (path: string) =>
      (await same<{ data?: typeof changes }>(`${path}/history`)).body.data ?? [];
    const seen = directories.one.listings.filter((line) => hasSeenStatus(line, world));
    for (const { id, _id, uniqueID } of spread(seen, 20)) {
      const { status, body } = await same<{ propertyID?: number }>(`/api/v1/listings/${id}`);
      if (id % 5 === 0) await same(`/api/v1/listings/${_id}`);
      if (id % 5 === 1) await same(`/api/v1/listings/${encodeURIComponent(uniqueID)}`);
      if (status === 200 && body.propertyID !== undefined) shown.add(body.propertyID);
      changes.push(...(await historyOf(`/api/v1/listings/${id}`)));
    }
    const properties = await readWholeList('properties', {});
    const all = properties.map(({ id }) => id);
    expect([...shown].filter((id) => !all.includes(id))).toEqual([]);
    if (spread(seen, 20).length === seen.length) expect(new Set(all)).toEqual(shown);
    for (const { id } of spread(properties, 14)) {
      await same(`/api/v1/properties/${id}`);
      await historyOf(`/api/v1/properties/${id}`);
    }
    for (const kind of ['created', 'status', 'price'])
      expect(changes.filter((change) => change.kind === kind).length).toBeGreaterThan(RUNS < 60 ? 0 : 10);
    expect(changes.filter(({ price }) => !price.display && price.value !== undefined)).toEqual([]);
    for (const { id } of world.agents) await same(`/api/v1/agents/${id}`);
    await readWholeList('agents', {});
  });

  it('for any clusters, which equal those of the masked lines', async () => {
    const seen = seenByPublic(directories.one);
    const queries = fc.tuple(readable(listingQueries(world)), fc.integer({ min: 0, max: 20 }));
    const property = fc.asyncProperty(queries, async ([query, zoom]) => {
      const filters = filtersAlone(query);
      const { status, body } = await same<{ total: number; data: { count: number }[] }>(
        pathOf('listings/clusters', { ...filters, zoom: String(zoom) }),
      );
      expect({ filters, status }).toEqual({ filters, status: 200 });
      const placed = readListings(seen, filters).filter(({ address }) => address.latitude && address.longitude);
      expect({ filters, total: body.total }).toEqual({ filters, total: placed.length });
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    await same('/api/v1/listings/clusters?zoom=20');
  });

  it('for any statistics', async () => {
    const timed = new Set(['status', 'isInspections', 'isAuctions']);
    const queries = fc
      .tuple(
        listingQueries(world),
        fc.constantFrom('suburb', 'postcode', 'listingType', 'category', 'bedrooms', 'agent', 'websiteID'),
      )
      .map(([query, by]): Query => {
        const filters = Object.entries(filtersAlone(query)).filter(([name]) => !timed.has(name));
        return { ...Object.fromEntries(filters), by, period: 'quarter', periods: '20', until: '2026-12-31' };
      });
    expect(await askBoth('listings/statistics', queries, RUNS)).toBeGreaterThan(FEWEST_FOUND);
    const whole = '/api/v1/listings/statistics?period=year&periods=20&until=2026-12-31&by=suburb';
    const { body } = await same<{ series: { leased: number; withdrawn: number }[] }>(whole);
    expect(body.series.reduce((sum, { leased }) => sum + leased, 0)).toBeGreaterThan(0);
    expect(body.series.filter(({ withdrawn }) => withdrawn > 0)).toEqual([]);
  });

  it('for similar homes of any listing', async () => {
    let found = 0;
    for (const { id, websiteID } of spread(directories.one.listings, 20)) {
      const status = id % 4 === 0 ? 'sold' : 'current';
      const path = `/api/v1/listings/${id}/similar?status=${status}&limit=100`;
      const { body } = await same<Partial<Envelope>>(path);
      const { body: ofOne } = await same<Partial<Envelope>>(`${path}&websiteID=${websiteID}`);
      expect(ofOne.total ?? 0).toBeLessThanOrEqual(body.total ?? 0);
      found += body.total ?? 0;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('for the REAXML export by a link, with any filter', async () => {
    const links = await Promise.all(
      SIDES.map((side) => createCredential(services[side], { websiteID: SITE }, { scope: 'link' })),
    );
    const exported = async (query: Query) => {
      const answers = await Promise.all(
        SIDES.map(async (side, at) => {
          const path = pathOf('export/listings.xml', { ...query, link: links[at]?.secretKey ?? '' });
          const { status, text } = await exchange(services[side].address + path, { method: 'GET', headers: {} });
          return { status, text: status === 200 ? text.replace(/ date="[^"]*"/, '') : '' };
        }),
      );
      expect({ query, answer: answers[0] }).toEqual({ query, answer: answers[1] });
      return answers[0]!; // one for each side
    };
    let found = 0;
    for (const { websiteID } of world.accounts) {
      const { status, text } = await exported({ websiteID: String(websiteID) });
      expect([200, 403]).toContain(status);
      if (status === 200) found += text.split('<uniqueID>').length - 1;
    }
    expect(found).toBeGreaterThan(5);
    let fruitful = 0;
    const property = fc.asyncProperty(ofPublic(listingQueries(world)), async (query) => {
      const { page: _page, limit: _limit, sort: _sort, view: _view, cursor: _cursor, ...filters } = query;
      const { status, text } = await exported({ ...filters, websiteID: String(SITE) });
      expect(status).toBeLessThan(500);
      if (text.includes('<uniqueID>')) fruitful += 1;
    });
    await fc.assert(property, { numRuns: 4 * RUNS, seed: SEED });
    expect(fruitful).toBeGreaterThan(Math.min(FEWEST_FOUND, 0));
  });

  it('whereas an owner sees that the two directories differ', async () => {
    const differing = [];
    for (const path of [
      '/api/v1/listings?sort=price-asc',
      '/api/v1/listings?minPrice=300000',
      '/api/v1/listings/facets?facets=price',
      '/api/v1/agents/1',
    ]) {
      const bodies = await Promise.all(SIDES.map(async (side) => (await services[side].get<object>(path)).body));
      if (JSON.stringify(bodies[0]) !== JSON.stringify(bodies[1])) differing.push(path);
    }
    expect(differing).toHaveLength(4);
  });
});
