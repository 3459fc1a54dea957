import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoStore, spread, TestService } from '@testing';
import { loadsOf, readGroups, readStatistics, type StatedChange, type StatedListing } from '@testing/brute-force';

interface Answer {
  readonly current: { readonly price?: object; readonly rent?: object };
  readonly series: readonly Readonly<Record<string, unknown>>[];
  readonly groups?: readonly object[];
}

const today = new Date().toISOString().slice(0, 10);
const histories = new Map<number, StatedChange[]>();
let service: TestService;

/** The former status of a change becomes the status after the previous change. */
async function readHistories(): Promise<void> {
  const rows = await service.store.dataSource.query<{ id: number; at: Date; was: string | null; status: string }[]>(
    `SELECT listing.id, at, before ->> 'status' AS was, listing.status FROM listings listing
     LEFT JOIN listing_history ON listing_id = listing.id AND kind = 'status' ORDER BY listing.id, at`,
  );
  for (const [index, { id, at, was, status }] of rows.entries()) {
    const entries = histories.get(id) ?? [{ at: '', kind: 'created', status: was ?? status }];
    const next = rows[index + 1];
    const after = next?.id === id ? (next.was ?? '') : status;
    if (was !== null) entries.push({ at: at.toISOString(), kind: 'status', status: after });
    histories.set(id, entries);
  }
}

beforeAll(async () => {
  service = await TestService.start({}, await createDemoStore());
  await readHistories();
});

afterAll(() => service.stop());

const lists = new Map<string, Promise<StatedListing[]>>();

function listingsOf(filters: string): Promise<StatedListing[]> {
  const found = lists.get(filters) ?? readListings(filters);
  lists.set(filters, found);
  return found;
}

async function readListings(filters: string): Promise<StatedListing[]> {
  const path = `/api/v1/listings?${filters}&status=all&sort=id&limit=100`;
  const listings: StatedListing[] = [];
  for (let [page, pages] = [1, 1]; page <= pages; page++) {
    const { body } = await service.get<{ total: number; data: StatedListing[] }>(`${path}&page=${page}`);
    listings.push(...body.data);
    pages = Math.ceil(body.total / 100);
  }
  return listings;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const CASES = [
  ['', 'month', 20, 'suburb'],
  ['', 'quarter', 8, 'listingType'],
  ['state=NSW', 'year', 8, 'bedrooms'],
  ['fullSuburb=Hurstville%20NSW%202220', 'quarter', 8, 'bedrooms'],
  ['websiteID=1&listingType=rental,residential', 'quarter', 12, 'suburb'],
  ['minPrice=500000&maxPrice=1200000', 'month', 12, 'bedrooms'],
] as const;

it.each(spread(CASES, 2))(
  'statistics of the demo with %j by %s, %i of them, equal a brute-force reading: %s',
  async (filters, period, periods, by) => {
    const listings = await listingsOf(filters);
    const asked = { period, periods, until: today, loads: loadsOf(await listingsOf('')) };
    const path = `/api/v1/listings/statistics?${filters}&period=${period}&periods=${periods}&by=${by}`;
    const { status, body } = await service.get<Answer>(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    const { groups = [], ...whole } = body;
    expect(whole).toEqual(json(readStatistics(listings, histories, asked)));
    const expected = json(readGroups(by, listings, histories, asked)) as { total: number }[];
    expect(groups).toHaveLength(Math.min(50, expected.length));
    expect(expected).toEqual(expect.arrayContaining([...groups]));
  },
);

it('the demo resembles a market of two years', async () => {
  const { body } = await service.get<Answer>('/api/v1/listings/statistics?period=quarter&periods=9');
  expect(body.current).toMatchObject({ price: expect.any(Object), rent: expect.any(Object) });
  for (const period of body.series.slice(0, -1)) {
    expect(period).toMatchObject({ soldPrice: expect.any(Object), rent: expect.any(Object) });
    for (const count of ['listed', 'sold', 'leased', 'withdrawn']) expect(period[count]).toBeGreaterThan(0);
  }
  const kinds = [...histories.values()].flatMap((entries) => entries.slice(1).map(({ status }) => status));
  for (const status of ['current', 'sold', 'leased', 'withdrawn', 'offmarket'])
    expect({ status, count: kinds.filter((one) => one === status).length > 2 }).toEqual({ status, count: true });
});
