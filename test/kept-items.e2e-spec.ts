import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountBody } from './factories/account.factory.js';
import { agentBody } from './factories/agent.factory.js';
import { listingLine } from './factories/listing.factory.js';
import { expectUnlessOthersCommit } from './support/others-commit.js';
import { seed } from './support/seed.js';
import { TestService } from './support/service.js';
import { statementsOf } from './support/statements.js';

interface Item {
  readonly id: number;
  readonly headline: string;
  readonly agents: { readonly name: string }[];
  readonly link: string;
  readonly website: object;
}

/** Enough pages for the service to notice that it keeps what they show. */
const PAGES = 40;

const line = (id: number, headline = `Listing ${id}`) =>
  listingLine(1, {
    id,
    uniqueID: `L${id}`,
    headline,
    agents: [{ id: 31 }],
    address: { street: 'Main Road', streetNumber: String(id), suburb: 'Richmond', state: 'VIC', postcode: '3121' },
  });

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
  await seed(service, {
    accounts: [{ websiteID: 1, ...accountBody({ link: 'https://www.harbour.example' }) }],
    agents: [{ id: 31, ...agentBody(1, 'Jane Citizen') }],
    listings: [1, 2, 3, 4].map((id) => line(id)),
  });
  for (let limit = 1; limit <= PAGES; limit++) await service.get(`/api/v1/listings?sort=oldest&limit=${limit}`);
});

afterAll(() => service.stop());

let asked = PAGES;

/** Reads a page that no response cache has. */
async function page(path = '/api/v1/listings') {
  const url = `${path}?limit=${++asked}`;
  const { result, statements } = await statementsOf(() => service.get<{ data: Item[] }>(url));
  const texts = statements.filter(({ text }) => text.includes('document.document'));
  return { items: result.body.data, texts: texts.length };
}

/** The statements about listings that a page of a list takes, which no response cache has. */
async function statementsFor(list: string): Promise<string[]> {
  const { statements } = await statementsOf(() => service.get(`/api/v1/listings?${list}&limit=${++asked}`));
  return statements.map(({ text }) => text).filter((text) => text.includes('listings listing'));
}

const single = async (id: number): Promise<Item> => (await service.get<Item>(`/api/v1/listings/${id}`)).body;

describe('items that were shown often', () => {
  it('are all that a page of a list takes whose neighbours were asked for', () =>
    expectUnlessOthersCommit(async () => {
      // Of a list that nobody has asked for, however often this is tried.
      const list = `suburb=Richmond,Nowhere${++asked}`;
      expect(await statementsFor(list)).toEqual([expect.stringContaining('count(*)')]);
      expect((await statementsFor(list)).filter((text) => text.includes('count(*)'))).toEqual([]);
      expect(await statementsFor(list)).toEqual([]);
    }));

  it('are not read again, and are the same', async () => {
    const { items, texts } = await page();
    expect({ ids: new Set(items.map(({ id }) => id)), texts }).toEqual({ ids: new Set([1, 2, 3, 4]), texts: 0 });
    const { headline, link, website } = await single(1);
    expect(items.find(({ id }) => id === 1)).toMatchObject({ headline, link, website });
  });

  it('show a changed listing, agent or account at once, in lists of listings and of properties', async () => {
    await seed(service, { listings: [line(2, 'Renovated')] });
    await service.put('/api/v1/agents/31', { name: 'Joan Citizen' });
    await service.put('/api/v1/websites/1', { link: 'https://www.other.example' });
    const { items } = await page();
    expect(items.find(({ id }) => id === 2)?.headline).toBe('Renovated');
    for (const { agents, link } of items) {
      expect(agents.map(({ name }) => name)).toEqual(['Joan Citizen']);
      expect(link).toMatch(/^https:\/\/www\.other\.example\//);
    }
    const { items: properties } = await page('/api/v1/properties');
    expect(JSON.stringify(properties)).toContain('Renovated');
    expect(JSON.stringify(properties)).not.toContain('www.harbour.example/');
  });

  it('are not shown when the listing, its agent or its account was deleted and created again', async () => {
    const { dataSource } = service.store;
    await dataSource.query('DELETE FROM agents WHERE id = 31');
    expect((await page()).items.map(({ agents }) => agents)).toEqual([[], [], [], []]);
    await seed(service, {
      agents: [{ id: 31, ...agentBody(1, 'Another One') }],
      listings: [line(3, 'With another agent')],
    });
    const { items } = await page();
    expect(items.find(({ id }) => id === 3)?.agents.map(({ name }) => name)).toEqual(['Another One']);
    expect((await single(3)).agents.map(({ name }) => name)).toEqual(['Another One']);
    await dataSource.query('DELETE FROM listings WHERE id = 4');
    await seed(service, { listings: [line(4, 'Back again')] });
    expect((await page()).items.find(({ id }) => id === 4)?.headline).toBe('Back again');
  });
});
