import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountBody,
  agentBody,
  listingLine,
  type ListingLine,
  type Problem,
  seed,
  specService,
  suburbLine,
} from '@testing';

const DAY_MS = 86_400_000;
const days = (count: number) => new Date(Date.now() + count * DAY_MS).toISOString();

const SUBURBS = [
  suburbLine('Richmond VIC 3121', { areaName: 'Inner Melbourne', regionName: 'Greater Melbourne' }),
  suburbLine('Kew VIC 3101', { areaName: 'Inner Melbourne', regionName: 'Greater Melbourne' }),
  suburbLine('Bondi NSW 2026', { areaName: 'Eastern Suburbs', regionName: 'Greater Sydney' }),
  suburbLine('Richmond NSW 2753', { areaName: 'Hawkesbury', regionName: 'Greater Sydney' }),
] as const;
const TYPES = ['residential', 'residential', 'rental', 'land', 'commercial'] as const;
const CATEGORIES = ['House', 'Unit', 'Townhouse'] as const;
const STATUSES = ['current', 'current', 'current', 'sold', 'leased', 'withdrawn'] as const;

/** A home of the directory, as a reader of its lines sees it. */
interface Home extends ListingLine {
  readonly id: number;
  readonly features: Readonly<Record<string, number | boolean>>;
}

/** Whether every nth home, from some home on. */
const every = (n: number, at: number, from = 0): boolean => (at + from) % n === 0;

/** Homes with values that do not depend on each other. */
const HOMES: readonly Home[] = Array.from({ length: 240 }, (_, at): Home => {
  const suburb = SUBURBS[at % SUBURBS.length]!;
  const listingType = TYPES[at % TYPES.length]!;
  const status = STATUSES[Math.floor(at / 5) % STATUSES.length]!;
  const amount = (at * 37) % 101;
  const isHome = listingType === 'residential' || listingType === 'rental';
  return {
    ...listingLine(1 + (at % 2), {
      uniqueID: `Q${at}`,
      agentID: every(3, at) ? 'NORTH' : 'SOUTH',
      listingType,
      status,
      category: isHome ? CATEGORIES[at % CATEGORIES.length]! : '',
      address: {
        streetNumber: String(at + 1),
        street: every(4, at, 1) ? 'Church Street' : 'Lennox Avenue',
        suburb: suburb.suburb,
        state: suburb.state,
        postcode: suburb.postcode,
        latitude: String(-37 - at / 1_000),
        longitude: String(145 + at / 1_000),
      },
      ...(every(7, at) && { agents: [{ id: 31 }] }),
      price:
        listingType === 'rental'
          ? { rent: { price: 300 + amount * 10, period: 'weekly' } }
          : { value: 400_000 + amount * 10_000 },
      ...(listingType === 'land' && { landDetails: { area: { value: 300 + at } } }),
      ...(every(6, at) && status === 'current' && { underOffer: true }),
      ...(every(8, at) && { inspectionTimes: [{ dateFrom: days(2), dateTo: days(2.02) }] }),
      ...(every(10, at) && { auctionDetails: { date: days(9) } }),
      ...(status === 'sold' && { soldDetails: { price: 500_000 + at, date: days(-at) } }),
      firstdate: days(-at - 1),
    }),
    id: at + 1,
    features: {
      ...(isHome && { bedrooms: at % 6, bathrooms: at % 4, parkingSpaces: at % 3 }),
      poolInGround: every(9, at),
      dishwasher: every(5, at, 2),
      petFriendly: every(4, at, 3),
    },
  };
});

const is =
  (field: 'listingType' | 'category' | 'status', ...values: string[]) =>
  (home: Home) =>
    values.includes(home[field] ?? '');
const inPlace =
  (field: 'suburb' | 'state' | 'postcode', ...values: string[]) =>
  (home: Home) =>
    values.includes(home.address[field] ?? '');
const inRegion = (field: 'regionName' | 'areaName', value: string) => (home: Home) =>
  SUBURBS.some((one) => one[field] === value && one.postcode === home.address.postcode);
const counts = (field: string, holds: (count: number) => boolean) => (home: Home) =>
  typeof home.features[field] === 'number' && holds(home.features[field]);
const has = (flag: string) => (home: Home) => home.features[flag] === true;
const priceOf = ({ price }: Home): number => price?.value ?? price?.rent?.price ?? 0;
const costs =
  (least: number, most = Infinity) =>
  (home: Home) =>
    priceOf(home) >= least && priceOf(home) <= most;
const not = (holds: (home: Home) => boolean) => (home: Home) => !holds(home);
const taken = ({ underOffer }: Home) => underOffer === true;
const opens = ({ inspectionTimes = [] }: Home) => inspectionTimes.length > 0;
const auctioned = ({ auctionDetails }: Home) => auctionDetails?.date !== undefined;

type Reading = readonly ((home: Home) => boolean)[];

/** Questions for current homes, each with its reading. */
const FOUND: readonly [question: string, ...reading: Reading][] = [
  ['', () => true],
  ['suburb=Richmond', inPlace('suburb', 'Richmond')],
  ['suburb=richmond vic', inPlace('postcode', '3121')],
  ['suburb=Richmond 2753', inPlace('postcode', '2753')],
  ['suburb=Kew,Bondi', inPlace('suburb', 'Kew', 'Bondi')],
  ['suburb=Richmond&state=NSW', inPlace('postcode', '2753')],
  ['fullSuburb=Kew VIC 3101', inPlace('suburb', 'Kew')],
  ['state=victoria', inPlace('state', 'VIC')],
  ['state=NSW,VIC', () => true],
  ['postcode=3121', inPlace('postcode', '3121')],
  ['postcode=3121,2026', inPlace('postcode', '3121', '2026')],
  ['region=Greater Melbourne', inRegion('regionName', 'Greater Melbourne')],
  ['areaname=eastern suburbs', inRegion('areaName', 'Eastern Suburbs')],
  ['s=kew', inPlace('suburb', 'Kew')],
  ['s=richmond vic', inPlace('postcode', '3121')],
  ['s=church street', ({ address }) => address.street === 'Church Street'],
  ['s=lennox ave kew', ({ address }) => address.street === 'Lennox Avenue', inPlace('suburb', 'Kew')],
  ['street=church', ({ address }) => address.street === 'Church Street'],
  ['listingType=residential', is('listingType', 'residential')],
  ['listingType=residential,land', is('listingType', 'residential', 'land')],
  ['listingType=rental&maxPrice=700', is('listingType', 'rental'), costs(0, 700)],
  ['category=house', is('category', 'House')],
  ['category=Unit,Townhouse', is('category', 'Unit', 'Townhouse')],
  ['minbedrooms=3', counts('bedrooms', (count) => count >= 3)],
  ['maxbedrooms=1', counts('bedrooms', (count) => count <= 1)],
  ['minbedrooms=2&maxbedrooms=3', counts('bedrooms', (count) => count === 2 || count === 3)],
  ['bedrooms=0', counts('bedrooms', (count) => count === 0)],
  ['bedrooms=3,4', counts('bedrooms', (count) => count === 3 || count === 4)],
  ['minbathrooms=2', counts('bathrooms', (count) => count >= 2)],
  ['mincarspaces=2', counts('parkingSpaces', (count) => count >= 2)],
  ['minPrice=800000', costs(800_000)],
  ['minPrice=500000&maxPrice=700000', costs(500_000, 700_000)],
  // Rents are prices, too.
  ['maxPrice=700000', costs(1, 700_000)],
  ['maxPrice=700000&listingType=residential', costs(1, 700_000), is('listingType', 'residential')],
  ['poolInGround=true', has('poolInGround')],
  ['poolInGround=1&dishwasher=1', has('poolInGround'), has('dishwasher')],
  ['petFriendly=false', not(has('petFriendly'))],
  ['underOffer=false', not(taken)],
  ['underOffer=true', taken],
  ['isInspections=true', opens],
  ['isAuctions=true', auctioned],
  ['isInspections=false&isAuctions=false', not(opens), not(auctioned)],
  ['minLandArea=400', ({ landDetails }) => (landDetails?.area?.value ?? 0) >= 400],
  ['websiteID=2', ({ websiteID }) => websiteID === 2],
  ['agentID=NORTH', ({ agentID }) => agentID === 'NORTH'],
  ['agent=31', ({ agents = [] }) => agents.length > 0],
  ['agentSlug=rita-ray', ({ agents = [] }) => agents.length > 0],
  ['uniqueID=Q12', ({ uniqueID }) => uniqueID === 'Q12'],
  ['ids=1,2,7', ({ id }) => [1, 2, 7].includes(id)],
  ['excludeids=1,2', ({ id }) => id > 2],
  ['bbox=145.01,-37.05,145.05,-37.01', ({ id }) => id >= 11 && id <= 51],
  [
    's=kew&minbedrooms=3&category=townhouse&underOffer=0',
    inPlace('suburb', 'Kew'),
    counts('bedrooms', (count) => count >= 3),
    is('category', 'Townhouse'),
    not(taken),
  ],
];

/** Questions for homes of other statuses. */
const OF_STATUS: readonly [question: string, ...reading: Reading][] = [
  ['status=sold', is('status', 'sold')],
  ['status=all', () => true],
  ['status=sold&minSoldPrice=500100', is('status', 'sold'), ({ soldDetails }) => (soldDetails?.price ?? 0) >= 500_100],
  [`status=sold&baseDate=sold&datefrom=${days(-100)}`, is('status', 'sold'), ({ id }) => id <= 100],
  ['status=leased&listingType=rental', is('status', 'leased'), is('listingType', 'rental')],
  ['status=sold&isInspections=true', () => false],
  ['status=all&isAuctions=true', is('status', 'current'), auctioned],
];

/** Questions that are refused, with a part of the message. */
const REFUSED: readonly [path: string, message: string][] = [
  ['listings?minbedroms=3', 'did you mean minbedrooms?'],
  ['listings?bedrooms=three', 'whole number'],
  ['listings?sort=distance', 'needs near'],
  ['listings?near=144.9,-37.8', 'latitude'],
  ['listings?status=available', 'one of'],
  ['listings?limit=1000', 'from 1 to 100'],
  ['listings?datefrom=yesterday', 'date'],
  ['listings?minPrice=$500k', 'decimal number'],
];

/** Orders, each with the value that it compares. */
const SORTED: readonly [question: string, value: (home: Home) => number | string][] = [
  ['sort=price-asc&minPrice=1', priceOf],
  ['sort=price-desc&minPrice=1', (home) => -priceOf(home)],
  ['sort=newest', ({ firstdate = '' }) => -Date.parse(firstdate)],
  ['status=sold&sort=sold-desc', ({ soldDetails }) => -Date.parse(soldDetails?.date ?? '')],
];

describe("a website developer's questions", () => {
  const service = specService();

  beforeAll(async () => {
    await seed(service, {
      suburbs: SUBURBS,
      accounts: [1, 2].map((websiteID) => ({ websiteID, ...accountBody() })),
      agents: [{ ...agentBody(1, 'Rita Ray'), id: 31 }],
      listings: HOMES,
    });
  });

  const idsOf = async (question: string): Promise<{ total: number; ids: number[] }> => {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams(`${question}&limit=100&page=${page}`).toString();
      const { status, body } = await service.get<{ total: number; totalPage: number; data: { id: number }[] }>(
        `/api/v1/listings/cards?${query}`,
      );
      expect({ question, status }).toEqual({ question, status: 200 });
      ids.push(...body.data.map(({ id }) => id));
      if (page >= body.totalPage) return { total: body.total, ids };
    }
  };

  const read = (reading: Reading, homes = HOMES): number[] =>
    homes.filter((home) => reading.every((holds) => holds(home))).map(({ id }) => id);

  it.each(FOUND)('%s', async (question, ...reading) => {
    const expected = read([is('status', 'current'), ...reading]);
    expect(expected.length).toBeGreaterThan(0);
    const { total, ids } = await idsOf(`${question}&sort=id`);
    expect([total, ids]).toEqual([expected.length, expected]);
  });

  it.each(OF_STATUS)('%s', async (question, ...reading) => {
    const { ids } = await idsOf(`${question}&sort=id`);
    expect(ids).toEqual(read(reading));
  });

  it.each(SORTED)('%s', async (question, value) => {
    const { ids } = await idsOf(question);
    const values = ids.map((id) => value(HOMES[id - 1]!));
    expect(ids.length).toBeGreaterThan(10);
    expect(values).toEqual(values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
  });

  it.each(REFUSED)('%s is refused', async (path, message) => {
    const { status, body } = await service.get<Problem>(`/api/v1/${path}`);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(message)]);
  });

  it('near has a distance for every item, the nearest first', async () => {
    const near = 'near=-37.1,145.1&radius=20000';
    for (const list of ['listings?', 'listings/cards?', 'properties?', 'properties/cards?', 'listings?status=all&']) {
      const { body } = await service.get<{ data: { distance?: number }[] }>(
        `/api/v1/${list}${near}&limit=100&sort=distance`,
      );
      const distances = body.data.map(({ distance }) => distance ?? NaN);
      expect([list, distances]).toEqual([list, distances.toSorted((one, other) => one - other)]);
      expect(distances.length).toBeGreaterThan(50);
    }
    const nested = async (path: string): Promise<readonly unknown[]> => {
      const { body } = await service.get<{ data: { listing?: { distance?: number } }[] }>(`/api/v1/${path}&${near}`);
      return body.data.flatMap(({ listing }) => (listing ? [typeof listing.distance] : []));
    };
    for (const path of ['inspections?kind=inspection', 'listings/clusters?zoom=20'])
      expect([path, ...new Set(await nested(path))]).toEqual([path, 'number']);
  });
});
