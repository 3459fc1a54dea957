import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  type Keys,
  listingLine,
  operator,
  seed,
  specService,
  storeCredential,
  walkSeed,
} from '@testing';
import { Dice, loadsOf, readGroups, readStatistics, type StatedChange, type StatedListing } from '@testing/brute-force';

interface Statistics {
  readonly total: number;
  readonly current: { readonly count: number; readonly price?: object; readonly rent?: object };
  readonly series: readonly Readonly<Record<string, unknown>>[];
  readonly groups?: readonly { readonly total: number }[];
}

const HOMES = 160;
const DAY = 86_400_000;
const UNTIL = '2026-11-15';
const STATUSES = ['current', 'sold', 'leased', 'withdrawn', 'offmarket'];
const RESULTS = [
  'sold-at-auction',
  'sold-after-auction',
  'sold-prior-to-auction',
  'passed-in',
  'passed-in-vendor-bid',
  'withdrawn',
  'postponed',
];
const SUBURBS = ['Richmond', 'Cremorne', 'Burnley'];
const dice = new Dice(59 + walkSeed);
const service = specService();
let site: Keys;
let otherSite: Keys;
let agency: AccountAnswer;
let otherAgency: AccountAnswer;

/** A time in the three years up to the last day. */
const someTime = (): number => Date.parse(UNTIL) - dice.fraction() * 1_100 * DAY;
const text = (time: number): string => new Date(time).toISOString();

function home(websiteID: number, at: number) {
  const listingType = dice.pick(['residential', 'residential', 'rental', 'rental', 'land', 'commercial']);
  const commercialListingType = dice.pick(['sale', 'lease', 'both']);
  const hides = { display: dice.chance(0.7) };
  const firstdate = someTime();
  const asked = dice.maybe(0.9, () =>
    dice.pick([1, 999, 1_000, ...Array.from({ length: 17 }, () => 300_000 + 1_000 * dice.below(900))]),
  );
  const holiday = listingType === 'rental' && dice.chance(0.2);
  return listingLine(websiteID, {
    id: at + 1,
    uniqueID: `H${at}`,
    listingType,
    status: dice.pick(STATUSES),
    address: {
      ...hides,
      streetNumber: String(at + 1),
      street: 'Quay St',
      suburb: dice.pick(SUBURBS),
      state: 'VIC',
      postcode: '3121',
    },
    ...(listingType === 'commercial' && {
      commercialListingType,
      commercialRent: { value: 40_000 + at, period: 'annual', tax: 'exclusive' },
    }),
    price: {
      display: dice.chance(0.8),
      ...(listingType === 'rental'
        ? {
            rent: {
              price: dice.pick([1, 9, 10, ...Array.from({ length: 17 }, () => 300 + dice.below(700) + 0.5)]),
              period: 'weekly',
              display: dice.chance(0.8),
            },
          }
        : asked !== undefined && commercialListingType !== 'lease' && { value: asked }),
    },
    ...(dice.chance(0.8) && {
      soldDetails: {
        price: dice.chance(0.1) ? 1 : 300_000 + 500 * dice.below(2_000),
        display: dice.pick(['yes', 'yes', 'no']),
        ...(dice.chance(0.8) && { date: text(someTime()) }),
      },
    }),
    features: { ...(dice.chance(0.9) && { bedrooms: 1 + dice.below(4) }) },
    ...(dice.chance(0.1) && { underOffer: true }),
    ...((holiday || dice.chance(0.3)) && {
      details: {
        holiday,
        ...(dice.chance(0.7) && { auctionOutcome: { result: dice.pick(RESULTS), date: text(someTime()) } }),
      },
    }),
    firstdate: text(firstdate),
    createdAt: text(Math.min(firstdate + dice.pick([-20, 0, 1, 29, 31, 300]) * DAY, Date.parse(UNTIL))),
    modtime: text(firstdate + dice.fraction() * 200 * DAY),
  });
}

/** Former statuses of listings, each different from the next. */
function formerStatuses(lines: readonly { readonly status: string }[]) {
  return lines.flatMap(({ status }, index) => {
    let next = status;
    return Array.from({ length: dice.pick([0, 0, 1, 2, 4]) })
      .map(someTime)
      .toSorted((one, other) => other - one)
      .map((time) => {
        next = dice.pick(STATUSES.filter((one) => one !== next));
        return { id: index + 1, at: text(time), was: next };
      });
  });
}

beforeAll(async () => {
  [agency, otherAgency] = [await createAccount(service), await createAccount(service)];
  [site, otherSite] = [
    await storeCredential(service, agency, 'public'),
    await storeCredential(service, otherAgency, 'public'),
  ];
  const lines = Array.from({ length: HOMES }, (_, at) => home(dice.pick([agency, agency, otherAgency]).websiteID, at));
  await seed(service, { listings: lines });
  await service.store.dataSource.query(
    `INSERT INTO listing_history (listing_id, at, kind, before)
     SELECT id, at, 'status', jsonb_build_object('status', was)
     FROM jsonb_to_recordset($1) AS former(id int, at timestamptz, was text)`,
    [JSON.stringify(formerStatuses(lines))],
  );
  await service.store.dataSource.query('SELECT keep_events(ARRAY(SELECT id FROM listings))');
});

const statistics = async (query: string, as: Keys = operator): Promise<Statistics> => {
  const { status, body } = await service.get<Statistics>(`/api/v1/listings/statistics?${query}`, { as });
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
};

/** The listings that a caller sees, with any status. */
async function readListings(query: string, as: Keys): Promise<StatedListing[]> {
  const listings: StatedListing[] = [];
  for (const status of as === operator ? ['all'] : ['current', 'sold', 'leased'])
    for (const page of [1, 2]) {
      const path = `/api/v1/listings?${query}&status=${status}&limit=100&page=${page}`;
      const { body } = await service.get<{ data: StatedListing[] }>(path, { as });
      listings.push(...body.data);
    }
  return listings;
}

/** The histories of listings as a caller sees them. */
async function readHistories(listings: readonly StatedListing[], as: Keys): Promise<Map<number, StatedChange[]>> {
  const histories = new Map<number, StatedChange[]>();
  for (const { id } of listings) {
    const { body } = await service.get<{ data: StatedChange[] }>(`/api/v1/listings/${id}/history`, { as });
    histories.set(id, body.data);
  }
  return histories;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('GET /listings/statistics (B60)', () => {
  it.each([
    ['the operator', () => operator, undefined],
    ['a website', () => site, () => agency],
    ['the website of another agency', () => otherSite, () => otherAgency],
  ])('equals a brute-force reading of the listings that %s reads', async (_, keysOf, accountOf) => {
    const as = keysOf();
    const account = accountOf?.().websiteID;
    const seesClosing =
      account === undefined ? undefined : ({ website }: StatedListing) => website.websiteID === account;
    const all = await readListings('', operator);
    const [histories, loads] = [await readHistories(all, operator), loadsOf(all)];
    for (const filters of ['', 'suburb=Richmond', 'listingType=rental', 'minbedrooms=3&maxPrice=900000']) {
      const listings = await readListings(filters, as);
      expect(listings.length).toBeGreaterThan(5);
      for (const [period, periods, by] of [
        ['month', 20, 'suburb'],
        ['quarter', 12, 'listingType'],
        ['year', 4, 'bedrooms'],
        ['year', 2, 'category'],
        ['quarter', 3, 'postcode'],
        ['year', 2, 'agent'],
        ['year', 2, 'websiteID'],
      ] as const) {
        const asked = { period, periods, until: UNTIL, loads, ...(seesClosing && { seesClosing }) };
        const query = `${filters}&period=${period}&periods=${periods}&until=${UNTIL}`;
        const expected = json(readStatistics(listings, histories, asked));
        expect({ query, answer: await statistics(query, as) }).toEqual({ query, answer: expected });
        const { groups = [], ...whole } = await statistics(`${query}&by=${by}`, as);
        expect({ query, whole }).toEqual({ query, whole: expected });
        const expectedGroups = json(readGroups(by, listings, histories, asked)) as object[];
        expect(groups).toHaveLength(expectedGroups.length);
        expect(groups).toEqual(expect.arrayContaining(expectedGroups));
        const totals = groups.map(({ total }) => total);
        expect(totals).toEqual(totals.toSorted((one, other) => other - one));
      }
    }
  });

  it('contains every kind of figure in this data', async () => {
    const { current, series } = await statistics(`period=year&periods=4&until=${UNTIL}`);
    expect(current).toMatchObject({ count: expect.any(Number), price: expect.any(Object), rent: expect.any(Object) });
    for (const name of ['listed', 'sold', 'leased', 'withdrawn', 'soldPrice', 'rent', 'daysOnMarket'])
      expect(series.some((period) => Boolean(period[name]))).toBe(true);
  });

  it('ends with the current period', async () => {
    const { series } = await statistics('');
    expect(series).toHaveLength(12);
    const today = new Date().toISOString();
    expect(series.at(-1)).toMatchObject({ from: `${today.slice(0, 7)}-01` });
    const first = await service.get('/api/v1/listings/statistics');
    expect(first.headers.get('etag')).not.toBeNull();
    const settled = await service.get('/api/v1/listings/statistics?until=2026-03-31');
    expect(settled.headers.get('etag')).not.toBeNull();
  });

  it('has no period before the year 1, and periods up to the year 9999', async () => {
    const early = await statistics('period=year&periods=20&until=0003-02-01');
    expect(early.series.map(({ from }) => from)).toEqual(['0001-01-01', '0002-01-01', '0003-01-01']);
    const late = await statistics('period=quarter&periods=1&until=9999-12-31');
    expect(late.series).toMatchObject([{ from: '9999-10-01', to: '9999-12-31' }]);
    const leap = await statistics('periods=2&until=2024-03-01T00:00:00%2B02:00');
    expect(leap.series.map(({ to }) => to)).toEqual(['2024-01-31', '2024-02-29']);
  });

  it.each([
    'isInspections=true',
    'isAuctions=false',
    'status=sold',
    'page=2',
    'limit=5',
    'cursor=',
    'sort=newest',
    'view=card',
    'periods=21',
    'periods=0',
    'period=week',
    'by=state',
  ])('refuses %s', async (query) => {
    const { status } = await service.get(`/api/v1/listings/statistics?${query}`);
    expect({ query, status }).toEqual({ query, status: 400 });
  });

  it('reflects each change of a listing, for each caller that sees it', async () => {
    const account = await createAccount(service);
    const own = await storeCredential(service, account, 'public');
    const query = `suburb=Hawthorn&periods=1&until=${text(Date.now()).slice(0, 10)}`;
    const address = { streetNumber: '1', street: 'New St', suburb: 'Hawthorn', state: 'VIC', postcode: '3122' };
    const counted = async (as: Keys) => {
      const { total, current, series } = await statistics(query, as);
      return [total, current.count, series[0]?.['leased'], series[0]?.['withdrawn']];
    };
    const states = [
      ['current', [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]],
      ['withdrawn', [1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]],
      ['leased', [1, 0, 1, 1], [1, 0, 1, 0], [0, 0, 0, 0]],
      ['current', [1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 0]],
    ] as const;
    for (const [status, ofAll, ofOwn, ofOthers] of states) {
      await seed(service, { listings: [listingLine(account.websiteID, { uniqueID: 'NEW', status, address })] });
      expect([await counted(operator), await counted(own), await counted(site)]).toEqual([ofAll, ofOwn, ofOthers]);
    }
  });
});
