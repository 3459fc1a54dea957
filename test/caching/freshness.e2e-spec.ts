import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accountBody,
  agentBody,
  createAgent,
  createStore,
  listingLine,
  type ListingLine,
  seed,
  TestService,
  type TestStore,
  uuid,
} from '@testing';
import { movableClock } from './movable-clock.js';

interface Listing {
  readonly id: number;
  readonly propertyID: number;
  readonly address: { readonly _id: string };
  readonly website: { readonly websiteID: number; readonly name: string };
  readonly agents: readonly { readonly id: number; readonly name: string; readonly hasCurrentListings?: boolean }[];
}

interface Property {
  readonly id: number;
  readonly features: object;
  readonly listings: Listing;
}

interface List<Item> {
  readonly total: number;
  readonly data: readonly Item[];
}

const shared = { street: 'Main Road', streetNumber: '39', suburb: 'Richmond', state: 'VIC', postcode: '3121' };
const line = (websiteID: number, id: number, fields: Partial<ListingLine>) =>
  listingLine(websiteID, { id, uniqueID: `L${id}`, ...fields });

const first = line(1, 71, {
  address: shared,
  agents: [{ id: 31 }, { id: 32 }],
  propertyID: 5001,
  modtime: '2026-03-01T00:00:00Z',
  features: {
    bedrooms: 2,
    bathrooms: 1,
    garages: 1,
  },
});
const later = line(2, 72, {
  address: shared,
  agents: [{ id: 32 }],
  modtime: '2026-03-02T00:00:00Z',
  features: {
    bedrooms: 3,
    carports: 2,
  },
});
const alone = line(2, 73, { propertyID: 5003, listingType: 'land', status: 'sold' });

let service: TestService;

async function begin(store?: TestStore): Promise<void> {
  service = await TestService.start({}, store);
  await seed(service, {
    accounts: [1, 2].map((websiteID) => ({ websiteID, ...accountBody({ name: `Agency ${websiteID}` }) })),
    agents: [31, 32].map((id) => ({ id, ...agentBody(1, `Agent ${id}`) })),
    listings: [first, later, alone],
  });
}

beforeEach(() => begin());

afterEach(() => service.stop());

const read = async <Body>(path: string): Promise<Body> => {
  const { status, body } = await service.get<Body>(`/api/v1/${path}`);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};

const statusOf = async (path: string) => (await service.get(`/api/v1/${path}`)).status;

/** A listing in every response that shows it. */
async function everywhere(id: number): Promise<Listing[]> {
  const single = await read<Listing>(`listings/${id}`);
  const list = await read<List<Listing>>(`listings?status=all&id=${id}`);
  const property = await read<{ listings: Listing[] }>(`properties/${single.propertyID}`);
  const properties = await read<List<Property>>('properties');
  const shown = [...property.listings, ...properties.data.map(({ listings }) => listings)];
  return [single, ...list.data, ...shown.filter((listing) => listing.id === id)];
}

describe('responses show at once a change', () => {
  it('of an account name, in its listings, properties and agents', async () => {
    expect((await everywhere(72)).map(({ website }) => website.name)).toEqual(
      Array.from({ length: 4 }, () => 'Agency 2'),
    );
    await service.put('/api/v1/websites/2', { name: 'Renamed' });
    expect((await everywhere(72)).map(({ website }) => website.name)).toEqual(
      Array.from({ length: 4 }, () => 'Renamed'),
    );
    await service.put('/api/v1/websites/1', { name: 'Also renamed' });
    const { data } = await read<List<Listing>>('agents');
    expect(data.map(({ website }) => website.name)).toEqual(['Also renamed', 'Also renamed']);
    expect((await read<List<unknown>>('agents?s=also')).total).toBe(2);
  });

  it('of an agent name, in listings and properties, and in the filters that find them (D26)', async () => {
    await service.put('/api/v1/agents/32', { name: 'Newly Named', slug: 'newly-named' });
    const named = (await everywhere(72)).map(({ agents }) => agents.map(({ id, name }) => ({ id, name })));
    expect(named).toEqual(Array.from({ length: 4 }, () => [{ id: 32, name: 'Newly Named' }]));
    expect((await read<List<unknown>>('listings?agent=newly')).total).toBe(2);
    expect((await read<List<unknown>>('listings?agentSlug=newly-named')).total).toBe(2);
    expect((await read<List<unknown>>('listings?agents=agent-32,Agent%2032')).total).toBe(0);
  });

  it('after the deletion of an agent: its listings stay, without it', async () => {
    await service.delete('/api/v1/agents/32');
    expect((await everywhere(72)).map(({ agents }) => agents)).toEqual([[], [], [], []]);
    expect((await read<Listing>('listings/71')).agents.map(({ id }) => id)).toEqual([31]);
    expect((await read<List<unknown>>('listings?agent=32')).total).toBe(0);
    expect((await read<List<Listing>>('agents')).data.map(({ id }) => id)).toEqual([31]);
  });

  it('after the deletion of an account: its agents, listings and own properties are gone (D18)', async () => {
    await service.delete('/api/v1/websites/2');
    for (const path of ['websites/2', 'listings/72', 'listings/73', 'listings/L72', 'properties/5003']) {
      expect({ path, status: await statusOf(path) }).toEqual({ path, status: 404 });
    }
    expect((await read<List<Listing>>('listings?status=all')).data.map(({ id }) => id)).toEqual([71]);
    expect((await read<List<unknown>>('listings?websiteID=2&status=all')).total).toBe(0);
    await service.delete('/api/v1/websites/1');
    expect((await read<List<unknown>>('listings?status=all')).total).toBe(0);
    expect((await read<List<unknown>>('properties')).total).toBe(0);
    expect((await read<List<unknown>>('agents')).total).toBe(0);
  });

  it('of a property that another account still lists: it keeps only the remaining features and listing (D30)', async () => {
    const before = await read<List<Property>>('properties?listingType=residential');
    expect(before.data).toMatchObject([
      { id: 5001, features: { bedrooms: 3, parkingSpaces: 2 }, listings: { id: 72 } },
    ]);
    expect(before.data[0]?.features).toEqual({ bedrooms: 3, parkingSpaces: 2 });
    await service.delete('/api/v1/websites/2');
    const after = await read<List<Property>>('properties');
    expect(after.data).toMatchObject([{ id: 5001, listings: { id: 71, website: { name: 'Agency 1' } } }]);
    expect(after.data[0]?.features).toEqual({ bedrooms: 2, bathrooms: 1, parkingSpaces: 1 });
    expect((await read<List<unknown>>('properties?bedrooms=3')).total).toBe(0);
    expect((await read<List<unknown>>('properties?bedrooms=2&carspaces=1')).total).toBe(1);
  });

  it('of the agents list and hasCurrentListings, if an agent is new or moves', async () => {
    await createAgent(service, 1, 'New One');
    expect((await read<List<unknown>>('agents')).total).toBe(3);
    await seed(service, { listings: [{ ...first, status: 'withdrawn' }] });
    const { agents } = await read<Listing>('listings/71');
    expect(agents.map(({ id, hasCurrentListings }) => [id, hasCurrentListings])).toEqual([
      [31, false],
      [32, true],
    ]);
  });
});

describe('responses show at once an import', () => {
  it('that changes a listing: filters, orders, property and statistics follow', async () => {
    const price = { value: 5 };
    await seed(service, {
      listings: [{ ...later, price, status: 'sold', listingType: 'rural', modtime: '2026-03-09T00:00:00Z' }],
    });
    expect((await read<List<Listing>>('listings')).data.map(({ id }) => id)).toEqual([71]);
    expect((await read<List<Listing>>('listings?status=sold&listingType=rural&maxPrice=5')).data).toHaveLength(1);
    const { data } = await read<List<Property>>('properties?listingType=rural');
    // The latest listing supplies the features; the current listing is shown (D30).
    expect(data).toMatchObject([{ features: { bedrooms: 3 }, listings: { id: 71 } }]);
    const agent = await read<{ listingsStats: object[] }>('agents/32');
    expect(agent.listingsStats).toHaveLength(2);
  });

  it('that moves a listing: its former property is deleted unless another listing has it', async () => {
    const elsewhere = { ...shared, streetNumber: '41' };
    const visitor = line(1, 74, { address: alone.address });
    await seed(service, { listings: [{ ...alone, address: elsewhere }, visitor] });
    expect((await read<Listing>('listings/74')).propertyID).toBe(5003);
    const moved = await read<Listing>('listings/73');
    expect(moved.propertyID).not.toBe(5003);
    await seed(service, { listings: [{ ...visitor, address: elsewhere }] });
    expect((await read<Listing>('listings/74')).propertyID).toBe(moved.propertyID);
    expect(await statusOf('properties/5003')).toBe(404);
    expect((await read<List<unknown>>('properties')).total).toBe(2);
  });

  it('that adds a suburb to the reference: its listings get region, surroundings and time zone', async () => {
    const found = async () => (await read<List<unknown>>('listings?status=all&region=Greater%20Melbourne')).total;
    expect(await found()).toBe(0);
    const richmond = { suburb: 'RICHMOND', state: 'VIC', postcode: '3121', regionName: 'Greater Melbourne' };
    await seed(service, { suburbs: [{ ...richmond, _id: uuid(1, 1) }] });
    expect(await found()).toBe(3);
  });
});

describe('as time passes', () => {
  it('a past inspection and a past auction are no longer found, without a write (D25)', async () => {
    await service.stop();
    const store = await createStore();
    const moveClocks = await movableClock(store);
    await begin(store);
    const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const ends = soon(600_000);
    await seed(service, {
      listings: [
        { ...first, inspectionTimes: [{ dateFrom: soon(-1000), dateTo: ends }], auctionDetails: { date: ends } },
        { ...later, inspectionTimes: [{ dateFrom: soon(0), dateTo: soon(999_999) }] },
      ],
    });
    const ids = async (query: string) =>
      (await read<List<Listing>>(`listings?sort=oldest&${query}`)).data.map(({ id }) => id);
    expect([await ids('isInspections=1'), await ids('isAuctions=1')]).toEqual([[71, 72], [71]]);
    expect([await ids('isInspections=0'), await ids('isAuctions=0')]).toEqual([[], [72]]);
    await moveClocks(601);
    expect([await ids('isInspections=1'), await ids('isAuctions=1')]).toEqual([[72], []]);
    expect([await ids('isInspections=0'), await ids('isAuctions=0')]).toEqual([[71], [71, 72]]);
    vi.useRealTimers();
  });
});
