import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  accountQueries,
  agentQueries,
  type DatedListing,
  Dice,
  forEveryCaller,
  type Item,
  makeWorld,
  officeItem,
  type Query,
  readAccounts,
  readAgents,
  storeHistories,
  type Viewer,
  type World,
  worldHistories,
} from '@testing/brute-force';
import { type Keys, seed, specService, storeCredential, walk, walkSeed } from '@testing';

const RUNS = walk(10);

vi.setConfig({ testTimeout: 120_000 + RUNS * 500 });

/** The listings of a world, some with a hidden suburb, a hidden price, or hidden as a whole (B72). */
function hiding(listing: DatedListing, dice: Dice): DatedListing {
  const { details, price, soldDetails, status } = listing as DatedListing & { readonly details?: object };
  const hidesSuburb = dice.chance(0.3);
  const hidesPrice = dice.chance(0.3);
  const isHidden = ['withdrawn', 'offmarket'].includes(status) && dice.chance(0.5);
  return {
    ...listing,
    ...(hidesSuburb && { details: { ...details, suburbDisplay: false } }),
    ...(hidesPrice && { price: { ...price, display: false } }),
    soldDetails: { ...soldDetails, price: 500_000 + dice.below(40) * 25_000 },
    ...(isHidden && { feed: { isHidden } }),
  };
}

function hidingWorld(): World {
  const world = makeWorld(walkSeed + 1, inject('now'));
  const dice = new Dice(walkSeed);
  const listings = world.listings.map((listing) => hiding(listing, dice));
  return { ...world, listings, histories: worldHistories(listings, world.now) };
}

const world = hidingWorld();
const service = specService();

/** A main account, its sub-account with some of its offices, and an account of its own; as a pair and as `public`. */
const SITES = [11, 12, 16];
const VIEWERS: readonly (readonly [string, Viewer])[] = [
  ['the operator', { audience: 'clients' }],
  ...SITES.map((siteID) => [`the pair of account ${siteID}`, { audience: 'clients', siteID }] as const),
  ...SITES.map((siteID) => [`the public pair of account ${siteID}`, { audience: 'public', siteID }] as const),
];
const keys = new Map<Viewer, Keys>();

beforeAll(async () => {
  const { histories = new Map(), ...lines } = world;
  await seed(service, { ...lines });
  await storeHistories(service.store.dataSource, histories);
  for (const [, viewer] of VIEWERS) {
    const scope = viewer.audience === 'public' ? 'public' : 'full';
    if (viewer.siteID) keys.set(viewer, await storeCredential(service, { websiteID: viewer.siteID }, scope));
  }
});

async function ask(path: string, query: Query, viewer: Viewer) {
  const as = keys.get(viewer);
  const search = new URLSearchParams(query).toString();
  const { status, body } = await service.get<{ total: number; data: Item[] }>(
    `/api/v1/${path}?${search}`,
    as ? { as } : {},
  );
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
}

describe.each(VIEWERS)(
  'the numbers of listings, as a brute-force reading counts them for %s (B72, B76)',
  (_, viewer) => {
    it.each([
      ['websites', accountQueries(world, 1), readAccounts, ({ websiteID }: Item) => websiteID],
      ['agents', agentQueries(world, 1), readAgents, ({ id }: Item) => id],
    ] as const)('GET /%s', async (path, queries, read, idOf) => {
      const property = fc.asyncProperty(forEveryCaller(queries), async (query) => {
        const { total, data } = await ask(path, query, viewer);
        const items = data.map((item) => officeItem(idOf(item), item.listingCounts, item.locationAccuracy));
        const found = read(world, query, viewer).map(({ item }) => item);
        const { page = '1', limit = '20' } = query;
        const first = (Number(page) - 1) * Number(limit);
        expect({ query, total, items }).toEqual({
          query,
          total: found.length,
          items: found.slice(first, first + Number(limit)),
        });
      });
      await fc.assert(property, { numRuns: RUNS, seed: walkSeed });
    });

    it('single reads have the numbers of all listings', async () => {
      const accounts = readAccounts(world, { sort: 'listings-desc' }, viewer);
      for (const { line, item } of accounts) {
        const { body } = await service.get<Item>(`/api/v1/websites/${line.websiteID}`, asOf(viewer));
        expect(withoutPlace(officeItem(line.websiteID, body.listingCounts))).toEqual(withoutPlace(item));
      }
      for (const { line, item } of readAgents(world, { sort: 'listings-desc' }, viewer)) {
        const { body } = await service.get<Item>(`/api/v1/agents/${line.id}`, asOf(viewer));
        expect(withoutPlace(officeItem(line.id, body.listingCounts))).toEqual(withoutPlace(item));
      }
      const seen = new Set(accounts.map(({ line }) => line.websiteID));
      for (const { websiteID } of world.accounts) {
        const { status } = await service.get(`/api/v1/websites/${websiteID}`, asOf(viewer));
        expect({ websiteID, status }).toEqual({ websiteID, status: seen.has(websiteID) ? 200 : 404 });
      }
    });
  },
);

const asOf = (viewer: Viewer) => {
  const as = keys.get(viewer);
  return as ? { as } : {};
};

/** The id and the numbers of an item. */
const withoutPlace = (item: string): unknown => (JSON.parse(item) as unknown[]).slice(0, 2);
