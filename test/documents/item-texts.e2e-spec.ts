import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, agentBody, listingLine, seed, specService } from '@testing';

interface Item {
  readonly id: number;
  readonly headline: string;
  readonly agents: { readonly name: string }[];
  readonly link: string;
  readonly website: object;
}

const line = (id: number, headline = `Listing ${id}`) =>
  listingLine(1, {
    id,
    uniqueID: `L${id}`,
    headline,
    agents: [{ id: 31 }],
    address: { street: 'Main Road', streetNumber: String(id), suburb: 'Richmond', state: 'VIC', postcode: '3121' },
  });

const service = specService();
let asked = 4;

beforeAll(async () => {
  await seed(service, {
    accounts: [{ websiteID: 1, ...accountBody({ link: 'https://www.harbour.example' }) }],
    agents: [{ id: 31, ...agentBody(1, 'Jane Citizen') }],
    listings: [1, 2, 3, 4].map((id) => line(id)),
  });
  await page();
});

/** Reads a page that no response cache contains. */
const page = async (path = '/api/v1/listings'): Promise<Item[]> =>
  (await service.get<{ data: Item[] }>(`${path}?limit=${++asked}`)).body.data;

const single = async (id: number): Promise<Item> => (await service.get<Item>(`/api/v1/listings/${id}`)).body;

describe('cached items', () => {
  it('are not shown after the listing, its agent or its account was deleted and created again', async () => {
    const { dataSource } = service.store;
    await dataSource.query('DELETE FROM agents WHERE id = 31');
    expect((await page()).map(({ agents }) => agents)).toEqual([[], [], [], []]);
    await seed(service, {
      agents: [{ id: 31, ...agentBody(1, 'Another One') }],
      listings: [line(3, 'With another agent')],
    });
    const items = await page();
    expect(items.find(({ id }) => id === 3)?.agents.map(({ name }) => name)).toEqual(['Another One']);
    expect((await single(3)).agents.map(({ name }) => name)).toEqual(['Another One']);
    await dataSource.query('DELETE FROM listings WHERE id = 4');
    await seed(service, { listings: [line(4, 'Back again')] });
    expect((await page()).find(({ id }) => id === 4)?.headline).toBe('Back again');
  });
});
