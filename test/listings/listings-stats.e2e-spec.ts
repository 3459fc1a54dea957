import { beforeAll, describe, expect, it } from 'vitest';
import { accountBody, agentBody, listingLine, type ListingLine, seed, specService } from '@testing';

interface Stats {
  readonly status: string;
  readonly listingType: string;
  readonly [sum: string]: unknown;
}

const service = specService();
let day = 0;

/** A listing of agent 1, each one day later than the previous one. */
const line = (status: string, listingType: string, fields: Partial<ListingLine> = {}): ListingLine => {
  day += 1;
  const modtime = `2026-03-${String(day).padStart(2, '0')}T01:02:03.004Z`;
  return listingLine(1, { status, listingType, agents: [{ id: 1 }, { id: 2 }], modtime, ...fields });
};

beforeAll(async () => {
  await seed(service, {
    accounts: [{ websiteID: 1, ...accountBody() }],
    agents: [1, 2, 3].map((id) => ({ id, ...agentBody(1, `Agent ${id}`) })),
    listings: [
      line('current', 'residential', { price: { value: 1_000_000 } }),
      line('current', 'residential', { price: { value: 250_000.5 }, soldDetails: { price: 7 } }),
      line('current', 'rental', { price: { value: 3, rent: { price: 650.25 } } }),
      line('current', 'rental', { price: {}, modtime: '2026-02-01T00:00:00Z' }),
      line('sold', 'residential', { price: { value: 900_000 }, soldDetails: { price: 950_000 } }),
      line('sold', 'residential', { price: { value: 800_000 } }),
      line('sold', 'rural', { soldDetails: { price: 5_000_000 } }),
      line('sold', 'land', { price: { value: 300_000 }, soldDetails: { date: '2026-01-01T00:00:00Z' } }),
      line('current', 'commercial', { price: { value: 100 }, commercialRent: { value: 40 } }),
      line('current', 'business', { price: { value: 11 }, agents: [{ id: 1 }] }),
      line('leased', 'rental', { price: { rent: { price: 1 } } }),
      line('withdrawn', 'land', { price: { value: 1 } }),
      line('offmarket', 'commercial', { price: { value: 1 } }),
    ],
  });
});

const stats = (status: string, listingType: string, sums: number[], modtime: string): Stats => {
  const [totalListings, totalListingValues, totalSoldPrices, totalRentPrices] = sums;
  return { status, listingType, totalListings, totalListingValues, totalSoldPrices, totalRentPrices, modtime };
};

const at = (dayOfMarch: string): string => `2026-03-${dayOfMarch}T01:02:03.004Z`;

const expected = [
  stats('current', 'residential', [4, 1_250_003.5, 0, 650.25], at('03')),
  stats('current', 'commercial', [2, 111, 0, 0], at('10')),
  stats('sold', 'residential', [2, 1_700_000, 1_750_000, 0], at('06')),
  stats('sold', 'land', [2, 300_000, 5_300_000, 0], at('08')),
];

const byName = (all: readonly Stats[]): Stats[] =>
  all.toSorted((a, b) => (a.status + a.listingType < b.status + b.listingType ? -1 : 1));

describe('listingsStats of an agent (D20)', () => {
  it('has one element per status and type: sums, sold price or value, latest modtime', async () => {
    const { body } = await service.get<{ listingsStats: Stats[] }>('/api/v1/agents/1');
    expect(byName(body.listingsStats)).toEqual(byName(expected));
  });

  it('is the same in lists, and counts a listing for each of its agents', async () => {
    const { body } = await service.get<{ data: { listingsStats: Stats[] }[] }>('/api/v1/agents');
    const [first, second, third] = body.data.map(({ listingsStats }) => byName(listingsStats));
    expect(first).toEqual(byName(expected));
    expect(second).toEqual(
      byName([stats('current', 'commercial', [1, 100, 0, 0], at('09')), ...expected.filter((_, place) => place !== 1)]),
    );
    expect(third).toEqual([]);
  });
});
