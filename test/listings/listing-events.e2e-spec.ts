import { SqlExecutor } from '@app/sql';
import { deriveEvents } from '@app/listings';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  type Keys,
  listingLine,
  operator,
  seed,
  specService,
  storeCredential,
} from '@testing';
import { feedOf, importFeedText } from '../support/feed-texts.js';

const service = specService();
const DAY = 86_400_000;
let account: AccountAnswer;
let homes = 0;

/** A new account: each test has its own first feed. */
beforeEach(async () => {
  account = await createAccount(service);
});

const address = (street: number) =>
  `<address><streetNumber>${street}</streetNumber><street>Quay Street</street><suburb>Mordialloc</suburb><state>VIC</state><postcode>3195</postcode></address>`;

interface Home {
  readonly uniqueID: string;
  readonly status?: string;
  readonly modTime?: string;
  readonly kind?: string;
  readonly inner?: string;
}

const entry = ({ uniqueID, status = 'current', modTime, kind = 'residential', inner = '' }: Home): string =>
  `<${kind} modTime="${modTime ?? recent(0)}" status="${status}"><agentID>A</agentID><uniqueID>${uniqueID}</uniqueID>${inner}${address((homes += 1))}</${kind}>`;

/** A time of days ago, as REAXML: a little in the past, so that no home is from the future. */
const recent = (days: number): string =>
  new Date(Date.now() - days * DAY - 15 * 3_600_000).toISOString().slice(0, 19).replace('T', '-');

const send = async (...entries: Home[]) => {
  const report = await importFeedText(service.store.dataSource, feedOf(...entries.map(entry)), account.websiteID);
  expect(report.rejected).toBe(0);
};

const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

/** A bundle of the account. */
const bring = (...lines: Partial<Parameters<typeof listingLine>[1]>[]) =>
  seed(service, { listings: lines.map((line) => listingLine(account.websiteID, line)) });

interface Numbers {
  readonly current: Readonly<Record<string, number>>;
  readonly series: readonly Readonly<Record<string, unknown>>[];
}

/** The numbers of the account by year: the last year is the current one. */
const numbers = async (query = 'period=year&periods=2', as: Keys = operator): Promise<Numbers> => {
  const { body } = await service.get<Numbers>(`/api/v1/listings/statistics?websiteID=${account.websiteID}&${query}`, {
    as,
  });
  return body;
};

/** The sum of a number over the two years in which the tests happen. */
const sumOf = async (name: string): Promise<number> =>
  (await numbers()).series.reduce((sum, period) => sum + Number(period[name]), 0);

describe('listed', () => {
  it('does not count what the first feed brings, but a later home', async () => {
    await send({ uniqueID: 'a' }, { uniqueID: 'b', modTime: recent(3) });
    expect(await sumOf('listed')).toBe(0);
    await send({ uniqueID: 'c' });
    expect([await sumOf('listed'), (await numbers()).current['new']]).toEqual([1, 1]);
  });

  it('counts no home of a first feed of several transactions', async () => {
    await send(...Array.from({ length: 410 }, (_, at) => ({ uniqueID: `m${at}` })));
    expect((await numbers()).current['count']).toBe(410);
    expect(await sumOf('listed')).toBe(0);
  });

  it('does not count a home that was on offer for more than 30 days when it came', async () => {
    await send({ uniqueID: 'a' });
    await bring({ uniqueID: 'b', firstdate: ago(45) }, { uniqueID: 'c', firstdate: ago(20) });
    expect([await sumOf('listed'), (await numbers()).current['new']]).toEqual([1, 0]);
  });

  it.each(['sold', 'withdrawn', 'offmarket'])('counts no home that came as %s, until it is offered', async (status) => {
    await send({ uniqueID: 'a' });
    await send({ uniqueID: 'b', status });
    expect(await sumOf('listed')).toBe(0);
    await send({ uniqueID: 'b', modTime: recent(-0.1) });
    expect(await sumOf('listed')).toBe(1);
  });

  it('does not tell visitors with which status a home of the first bundle came', async () => {
    const line = { uniqueID: 'a', firstdate: '2026-05-04T00:00:00Z', createdAt: '2026-05-04T00:00:00Z' };
    await bring({ ...line, status: 'withdrawn' }, { ...line, uniqueID: 'b' });
    await bring({ ...line, status: 'current' });
    expect((await numbers()).current['count']).toBe(2);
    expect(await sumOf('listed')).toBe(0);
  });

  it('has the day of a launch in the time zone of the home', async () => {
    const came = '2026-05-04T00:00:00Z';
    const feed = { neverCurrent: true };
    const home = { uniqueID: 'a', agentID: 'A', status: 'offmarket', createdAt: came, firstdate: came, modtime: came };
    await bring({ ...home, feed });
    await send({ uniqueID: 'a', modTime: '2026-07-01-08:30:00' });
    const { series } = await numbers('period=month&periods=2&until=2026-07-31');
    expect(series.map(({ listed }) => listed)).toEqual([0, 1]);
  });

  it('is equal if all events are derived again', async () => {
    await send({ uniqueID: 'a' }, { uniqueID: 'b', status: 'sold', modTime: recent(5) });
    await send({ uniqueID: 'c' });
    await send({ uniqueID: 'c', status: 'leased', modTime: recent(-0.1) });
    const events = () => service.store.dataSource.query('SELECT * FROM listing_events ORDER BY listing_id, what, day');
    const before: unknown = await events();
    await deriveEvents(SqlExecutor.of(service.store.dataSource));
    expect(await events()).toEqual(before);
  });
});

describe('sold', () => {
  const sale = (price: number, date: string) =>
    `<soldDetails><date>${date}</date><price>${price}</price></soldDetails>`;

  it('counts homes that came as sold, without days on the market; homes that were sold here have theirs', async () => {
    const former = ['2026-03-02', '2026-03-09', '2026-03-16'];
    await send(...former.map((date, at) => ({ uniqueID: `f${at}`, status: 'sold', inner: sale(600_000 + at, date) })));
    const { series } = await numbers('period=month&periods=1&until=2026-03-31');
    expect(series).toMatchObject([{ sold: 3, listed: 0, soldPrice: { count: 3, median: 600_001 } }]);
    expect(series[0]).not.toHaveProperty('daysOnMarket');
    const here = ['u', 'v', 'w'].map((uniqueID) => ({ uniqueID, firstdate: '2026-02-18T22:00:00Z' }));
    await bring(...here);
    const sales = here.map((home, at) => ({
      ...home,
      status: 'sold',
      soldDetails: { price: 700_000, date: `2026-03-2${at}T02:00:00Z` },
    }));
    await bring(...sales);
    const after = await numbers('period=month&periods=1&until=2026-03-31');
    expect(after.series).toMatchObject([{ sold: 6, daysOnMarket: { count: 3, median: 30 } }]);
    await bring(...sales.map((home) => ({ ...home, firstdate: '2026-03-28T22:00:00Z' })));
    const early = await numbers('period=month&periods=1&until=2026-03-31');
    expect(early.series[0]).not.toHaveProperty('daysOnMarket');
  });

  it('has no days of homes of the first feed, whose first day is unknown', async () => {
    const here = ['u', 'v', 'w'].map((uniqueID) => ({ uniqueID }));
    const sold = here.map((home) => ({
      ...home,
      status: 'sold',
      modTime: recent(-0.1),
      inner: sale(700_000, recent(-1).slice(0, 10)),
    }));
    await send(...here);
    await send(...sold);
    expect((await numbers()).series.find((period) => period['sold'] === 3)).not.toHaveProperty('daysOnMarket');
    const later = ['x', 'y', 'z'];
    await send(...later.map((uniqueID) => ({ uniqueID })));
    await send(...sold.map((home, at) => ({ ...home, uniqueID: later[at] ?? '' })));
    const { series } = await numbers();
    expect(series.find((period) => period['sold'] === 6)).toMatchObject({ daysOnMarket: { count: 3 } });
  });

  it('leaves placeholders out of prices, also of the median of the account', async () => {
    const prices = [1, 999, 1_000, 500_000, 600_000];
    const day = recent(20).slice(0, 10);
    await send(...prices.map((price, at) => ({ uniqueID: `p${at}`, status: 'sold', inner: sale(price, day) })));
    const { series } = await numbers();
    const prized = series.find(({ sold }) => sold === 5);
    expect(prized).toMatchObject({ soldPrice: { count: 3, median: 500_000, p25: 250_500 } });
    const { body } = await service.get<{ website: { listingCounts: object } }>(`/api/v1/websites/${account.websiteID}`);
    expect(body).toMatchObject({ listingCounts: { sold12Months: 5, medianSoldPrice: 500_000 } });
  });
});

describe('rents', () => {
  const rent = (amount: number) => `<rent period="week">${amount}</rent>`;

  it('are those of homes that are let by the week', async () => {
    await send(
      ...[400, 420, 440].map((amount) => ({ uniqueID: `r${amount}`, kind: 'rental', inner: rent(amount) })),
      { uniqueID: 'one', kind: 'rental', inner: rent(1) },
      { uniqueID: 'night', kind: 'rental', inner: '<rent period="night">410</rent>' },
      { uniqueID: 'holiday', kind: 'holidayRental', inner: rent(4_200) },
    );
    expect((await numbers()).current).toMatchObject({ rent: { count: 3, median: 420, lowest: 400, highest: 440 } });
  });
});

describe('auctions', () => {
  const outcome = (type: string) =>
    `<auctionOutcome><auctionResult type="${type}"/><auctionDate>2026-03-14-11:00:00</auctionDate></auctionOutcome>`;

  it('have a clearance rate', async () => {
    const results = [
      'sold-at-auction',
      'sold-prior-to-auction',
      'sold-after-auction',
      'passed-in',
      'passed-in-vendor-bid',
      'withdrawn',
    ];
    await send(...results.map((result, at) => ({ uniqueID: `a${at}`, inner: outcome(result) })));
    const { series } = await numbers('period=month&periods=2&until=2026-04-30');
    expect(series.map(({ auctions }) => auctions)).toEqual([
      { held: 4, sold: 3, passedIn: 2, withdrawn: 1, clearance: 50 },
      { held: 0, sold: 0, passedIn: 0, withdrawn: 0 },
    ]);
  });
});

describe('current', () => {
  let site: Keys;
  beforeAll(async () => {
    account = await createAccount(service);
    site = await storeCredential(service, account, 'public');
  });

  it('tells how many are reduced and under offer, also by postcode', async () => {
    const price = (amount: number) => `<price>${amount}</price>`;
    await send(...['a', 'b', 'c'].map((uniqueID) => ({ uniqueID, modTime: recent(3), inner: price(500_000) })));
    await send({ uniqueID: 'a', inner: price(450_000) }, { uniqueID: 'b', inner: '<underOffer value="yes"/>' });
    const expected = { count: 3, reduced: 1, underOffer: 1, new: 0 };
    expect((await numbers()).current).toMatchObject(expected);
    const { body } = await service.get<{ groups: object[] }>(
      `/api/v1/listings/statistics?websiteID=${account.websiteID}&by=postcode`,
      { as: site },
    );
    expect(body.groups).toMatchObject([{ postcode: '3195', total: 3, current: expected }]);
  });
});
