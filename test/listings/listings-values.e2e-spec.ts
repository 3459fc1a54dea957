import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  type Keys,
  listingLine,
  type ListingLine,
  seed,
  specService,
  storeCredential,
  suburbLine,
  uuid,
} from '@testing';

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const inspections = (...starts: number[]) => ({
  inspectionTimes: starts.map((start) => ({ dateFrom: days(start), dateTo: days(start + 0.1) })),
});

/** Ids by the purpose of a listing. */
const LINES: Readonly<Record<number, Partial<ListingLine>>> = {
  // Prices and rents.
  101: { price: { value: 0, priceView: 'Contact agent' } },
  102: { price: { value: 600_000 }, newConstruction: true },
  103: { price: { value: 700_000, display: false, priceView: 'Around $700,000' }, underOffer: true },
  111: { listingType: 'rental', price: { rent: { price: 0, period: 'weekly' } } },
  112: { listingType: 'rental', price: { rent: { price: 600, period: 'weekly' } }, details: { depositTaken: true } },
  113: { listingType: 'rental', price: { rent: { price: 1300, period: 'fortnightly' } } },
  114: { listingType: 'rental', price: { rent: { price: 2400, period: 'monthly' } } },
  115: {
    listingType: 'rental',
    price: { priceView: '$700 a week', rent: { price: 700, period: 'weekly', display: false } },
  },
  116: {
    listingType: 'commercial',
    commercialListingType: 'lease',
    commercialRent: { value: 85_000, period: 'annual' },
  },
  // Auctions and other closings.
  121: { auctionDetails: { date: days(5) }, authority: 'auction' },
  122: { auctionDetails: { date: days(3) } },
  123: { auctionDetails: { date: days(-3) } },
  124: { auctionDetails: { date: days(4) }, authority: 'setsale' },
  125: { auctionDetails: { date: days(4) }, listingType: 'commercial', commercialAuthority: 'tender' },
  // Inspections: a running one is the next one.
  131: inspections(-9, 6),
  132: inspections(-0.05, 9),
  133: inspections(-9),
  134: inspections(3, 2),
  // Sales.
  141: { status: 'sold', soldDetails: { price: 900_000, date: '2026-03-01T13:30:00Z' } },
  142: { status: 'sold', soldDetails: { price: 900_000, date: '2026-03-04T00:00:00Z', display: 'no' } },
  143: { status: 'sold', price: { value: 5e5 }, soldDetails: { price: 0, date: '2026-02-01T00:00:00Z' } },
  144: { status: 'sold' },
  145: { status: 'withdrawn', soldDetails: { price: 900_000, date: '2026-03-01T13:30:00Z' } },
  // An area of 0.
  151: { buildingDetails: { area: { value: 0 } } },
};

interface Page {
  readonly total: number;
  readonly data: readonly { readonly id: number; readonly [field: string]: unknown }[];
  readonly nextCursor?: string | null;
}

const service = specService();
let visitor: Keys;

beforeAll(async () => {
  await seed(service, {
    suburbs: [
      suburbLine('Richmond VIC 3121', { timeZone: 'Australia/Melbourne', latitude: '-37.8', longitude: '145' }),
    ],
    accounts: [{ websiteID: 12, _id: uuid(3, 12), ...accountBody() }],
    listings: Object.entries(LINES).map(([id, fields]) => listingLine(12, { id: Number(id), ...fields })),
  });
  visitor = await storeCredential(service, { websiteID: 12 }, 'public');
});

async function read(query: string, as?: Keys): Promise<Page> {
  const { status, body } = await service.get<Page>(`/api/v1/listings?limit=100&${query}`, as ? { as } : {});
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
}

const idsOf = async (query: string, as?: Keys): Promise<number[]> => (await read(query, as)).data.map(({ id }) => id);
const found = async (query: string, as?: Keys): Promise<number[]> => (await idsOf(query, as)).toSorted((a, b) => a - b);

describe('prices and rents', () => {
  it('of 0 are absent, and not part of bounds, sorts and counts', async () => {
    for (const id of [101, 111]) {
      const { body } = await service.get<{ price: { value?: number; rent?: { price?: number } } }>(
        `/api/v1/listings/${id}`,
      );
      expect([body.price.value, body.price.rent?.price]).toEqual([undefined, undefined]);
    }
    expect(await found('ids=101,111,102&minPrice=0')).toEqual([102]);
    expect(await found('ids=101,111,102&maxPrice=1')).toEqual([]);
    expect(await idsOf('ids=101,102&sort=price-asc')).toEqual([102, 101]);
    const { body } = await service.get<{ facets: object }>('/api/v1/listings/facets?facets=price&ids=101,111');
    expect(body.facets).toEqual({ price: [] });
  });

  it('are compared per week, and shown as supplied', async () => {
    const rentals = 'ids=112,113,114,115';
    expect(await idsOf(`${rentals}&sort=price-asc`)).toEqual([114, 112, 113, 115]);
    expect(await found(`${rentals}&minPrice=600&maxPrice=650`)).toEqual([112, 113]);
    expect(await found(`${rentals}&minPrice=553.84&maxPrice=553.85`)).toEqual([114]);
    const { data } = await read('ids=114');
    expect(data[0]?.['price']).toMatchObject({ rent: { price: 2400, period: 'monthly' } });
    const { body } = await service.get<{ facets: object }>(
      '/api/v1/listings/facets?facets=price&ids=102,112,113,114,116',
    );
    expect(body.facets).toEqual({
      price: [
        { value: 600_000, kind: 'sale', from: 600_000, to: 650_000, count: 1 },
        { value: 550, kind: 'rent', from: 550, to: 600, count: 1 },
        { value: 600, kind: 'rent', from: 600, to: 650, count: 1 },
        { value: 650, kind: 'rent', from: 650, to: 700, count: 1 },
        { value: 85_000, kind: 'rent', from: 85_000, to: 90_000, count: 1 },
      ],
    });
  });

  it('that are hidden also hide their display text from visitors, even in cards', async () => {
    for (const id of [103, 115]) {
      expect((await read(`ids=${id}`)).data[0]?.['price']).not.toMatchObject({ priceView: '' });
      expect((await read(`ids=${id}`, visitor)).data[0]?.['price']).toMatchObject({ priceView: '' });
      expect((await read(`ids=${id}&view=card`, visitor)).data[0]?.['price']).toBe('');
      expect((await read(`ids=${id}&view=card`)).data[0]?.['price']).not.toBe('');
      const { body } = await service.get(`/api/v1/listings/${id}`, { as: visitor });
      expect(JSON.stringify(body)).not.toMatch(/\$700|\b700(000)?\b/);
    }
  });
});

describe('closing dates', () => {
  it('are auctions unless their authority differs', async () => {
    const closings = 'ids=121,122,123,124,125';
    expect(await found(`${closings}&isAuctions=true`)).toEqual([121, 122]);
    expect(await found(`${closings}&isAuctions=false`)).toEqual([123, 124, 125]);
    expect(await found(`${closings}&baseDate=auctions&datefrom=2000-01-01`)).toEqual([121, 122, 123]);
    const { data } = await read('ids=124,125&sort=id');
    expect(data.map(({ auctionDetails, details }) => [auctionDetails, details])).toEqual([
      [{}, { closing: { kind: 'setSale', date: LINES[124]?.auctionDetails?.date } }],
      [{}, { closing: { kind: 'tender', date: LINES[125]?.auctionDetails?.date } }],
    ]);
  });
});

describe('sorting by the next date', () => {
  it.each([
    ['auction-asc', '121,122,123,124', [122, 121, 123, 124]],
    ['inspection-asc', '131,132,133,134,101', [132, 134, 131, 101, 133]],
  ])('%s puts past and missing dates last, and is not cached', async (sort, ids, order) => {
    expect(await idsOf(`ids=${ids}&sort=${sort}`)).toEqual(order);
    expect(await idsOf(`ids=${ids}&sort=${sort}`, visitor)).toEqual(order);
    const { headers } = await service.get(`/api/v1/listings?sort=${sort.toUpperCase()}`);
    expect(headers.has('etag')).toBe(false);
    expect((await service.get('/api/v1/listings?sort=land-desc')).headers.has('etag')).toBe(true);
    const walked: number[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const path: string = `/api/v1/listings?ids=${ids}&sort=${sort}&limit=2&cursor=${cursor}`;
      const page: Page = (await service.get<Page>(path)).body;
      walked.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(order);
  });

  it('moves a listing once its date has passed', async () => {
    expect((await idsOf('ids=121,122&sort=auction-asc'))[0]).toBe(122);
    await service.store.dataSource.query('UPDATE listings SET auction_at = now() WHERE id = 122');
    expect((await idsOf('ids=121,122&sort=auction-asc'))[0]).toBe(121);
  });
});

describe('sales', () => {
  it('are found by the visible price', async () => {
    expect(await found('status=all&minSoldPrice=0')).toEqual([141]);
    expect(await found('status=sold&minSoldPrice=900000&maxSoldPrice=900000')).toEqual([141]);
    expect(await found('status=current,leased,sold&minSoldPrice=0', visitor)).toEqual([141]);
  });

  it('are not found by visitors if the listing hides its price', async () => {
    const hide = (hides: boolean) =>
      service.store.dataSource.query('UPDATE listings SET hides_price = $1 WHERE id = 141', [hides]);
    const bySoldPrice = (as?: Keys) => found('status=sold&minSoldPrice=1&maxSoldPrice=900000', as);
    expect(await bySoldPrice(visitor)).toEqual([141]);
    await hide(true);
    expect([await bySoldPrice(), await bySoldPrice(visitor)]).toEqual([[141], []]);
    await hide(false);
  });

  it('are found by local day and sorted by date, missing dates last', async () => {
    expect(await found('status=all&baseDate=sold&dates=2026-03-02')).toEqual([141]);
    expect(await found('status=sold&baseDate=sold&datefrom=2026-03-02')).toEqual([141, 142]);
    expect(await found('status=sold&baseDate=sold&dateto=2026-03-01T13:30:00Z')).toEqual([141, 143]);
    expect(await idsOf('status=sold&sort=sold-desc')).toEqual([142, 141, 143, 144]);
    expect(await idsOf('status=sold&sort=sold-asc')).toEqual([143, 141, 142, 144]);
    expect((await idsOf('status=all&sort=sold-desc')).slice(0, 3)).toEqual([142, 141, 143]);
    expect(await idsOf('ids=142,102,101&status=current,sold&sort=sold-desc', visitor)).toEqual([142, 101, 102]);
  });
});

it('an area of 0 is unknown', async () => {
  expect(await found('minFloorArea=0')).toEqual([]);
});

it('a rental with a deposit taken is found by that filter', async () => {
  expect(await found('depositTaken=true')).toEqual([112]);
  expect(await found('listingType=rental&depositTaken=false', visitor)).toEqual([111, 113, 114, 115]);
});
